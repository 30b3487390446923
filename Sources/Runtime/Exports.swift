// Public functions use configurations, requests, and responses, so generated code and apps don't need to import these
// modules.
@_exported import AuthConfiguration
@_exported import HTTPTypes
