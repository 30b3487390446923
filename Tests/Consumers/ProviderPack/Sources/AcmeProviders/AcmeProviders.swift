/// The providers of Acme. Add this target to those that have `extends: acme-corp` in a descriptor.
public enum AcmeProviders {}
