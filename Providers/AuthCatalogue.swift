public enum AuthCatalogue {}
