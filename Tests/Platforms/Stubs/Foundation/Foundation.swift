// The declarations of Foundation that the sources use, without implementations. FoundationEssentials, compiled from the
// toolchain, contains most of them, with Apple's availability. The files next to this one contain the rest.
@_exported import Dispatch
@_exported import FoundationEssentials

#if canImport(Darwin)
  @_exported import Darwin
#elseif os(Windows)
  @_exported import CRT
#elseif os(Android)
  @_exported import Android
#endif
