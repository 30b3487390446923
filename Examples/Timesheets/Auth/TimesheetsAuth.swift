// The client and the API's verifier are generated from Auth0.auth.yaml when this target is built. SwiftPM requires a
// source file in every target.
