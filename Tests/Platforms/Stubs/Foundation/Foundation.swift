// Foundation, as far as the sources use it. FoundationEssentials, compiled from the toolchain, declares most of it with
// Apple's availability. The files next to this one declare the rest. Nothing works.
@_exported import Dispatch
@_exported import FoundationEssentials

#if canImport(Darwin)
  @_exported import Darwin
#elseif os(Windows)
  @_exported import CRT
#elseif os(Android)
  @_exported import Android
#endif
