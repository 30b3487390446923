// A provider's facts are part of what this module speaks of, and so are requests and responses: generated code and apps need
// no other import.
@_exported import AuthConfiguration
@_exported import HTTPTypes
