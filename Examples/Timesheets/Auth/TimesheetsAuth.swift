// The client and the API's half are made of Auth0.auth.yaml while this target is built. SwiftPM knows no target without
// source code.
