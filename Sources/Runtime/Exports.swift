// A provider's facts are part of what this module speaks of: generated code and apps need no other import.
@_exported import AuthConfiguration
