public enum AuthTemplates {}
