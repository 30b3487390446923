/// The providers of Acme. A target with `extends: acme-corp` in a descriptor depends on this target.
public enum AcmeProviders {}
