/// Certificates of clients, created for tests. Their keys are public, so never trust them.
public enum TestCertificates {
  /// The authority of ``client`` and ``expired``.
  public static let authority = """
    -----BEGIN CERTIFICATE-----
    MIIBkjCCATmgAwIBAgIUPHvevoQPv+3/Bd6467ZfiLWRugUwCgYIKoZIzj0EAwIw
    HjEcMBoGA1UEAwwTQ2xpZW50cyBvZiB0aGUgYmFuazAgFw0yNjExMjQxNTM4NTJa
    GA8yMTI2MTAzMTE1Mzg1MlowHjEcMBoGA1UEAwwTQ2xpZW50cyBvZiB0aGUgYmFu
    azBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABOr3cTyUBIqMehkpkSR+HOaHQU/H
    N4FWhFWw0+fHApB4cZelTVNx9Ndf+9rzYN+KREuPn7EDqeZql/KS0y+OMhejUzBR
    MB0GA1UdDgQWBBRnjjinxySQSuN/3KNljI9b8CsYqTAfBgNVHSMEGDAWgBRnjjin
    xySQSuN/3KNljI9b8CsYqTAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0cA
    MEQCIG1LRgpovgn4fog54qzn9cuHmtizf1CQqgi3BVQKqEFUAiBKLFjeOZ86mpGO
    pYP6LYEaW1gNJRLAqY+QrPUniHSvGg==
    -----END CERTIFICATE-----
    """
  /// A certificate of the authority.
  public static let client = """
    -----BEGIN CERTIFICATE-----
    MIIBbDCCAROgAwIBAgIBATAKBggqhkjOPQQDAjAeMRwwGgYDVQQDDBNDbGllbnRz
    IG9mIHRoZSBiYW5rMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAR
    MQ8wDQYDVQQDDAZjbGllbnQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATUcqDE
    F6ng5jwjPBZaIqyab23dUMX+lVWLPchHixhJo/HWtB2cLQVteON1C+ZWWnpGlnCH
    ohWrff7tF3SAIxM2o00wSzAJBgNVHRMEAjAAMB0GA1UdDgQWBBSeC0CoV7eKimD8
    sQ13HBVoUAZf7zAfBgNVHSMEGDAWgBRnjjinxySQSuN/3KNljI9b8CsYqTAKBggq
    hkjOPQQDAgNHADBEAiAdrgKhoKgccjmrVPHbmNcqpgURuTO+lpuEAqSwLba3ewIg
    d12WlKxhkwOIarCVoUWqr2aARtdTHegb7hRa86dmBFI=
    -----END CERTIFICATE-----
    """
  /// The key of ``client`` and ``expired``.
  public static let clientKey = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg+GfKZ9RgE5In8Ukk
    hwTLxf5M9x2FQLai+rjMMjW+cB+hRANCAATUcqDEF6ng5jwjPBZaIqyab23dUMX+
    lVWLPchHixhJo/HWtB2cLQVteON1C+ZWWnpGlnCHohWrff7tF3SAIxM2
    -----END PRIVATE KEY-----
    """
  /// A certificate of the authority that expired in 2021.
  public static let expired = """
    -----BEGIN CERTIFICATE-----
    MIIBazCCARGgAwIBAgIBAjAKBggqhkjOPQQDAjAeMRwwGgYDVQQDDBNDbGllbnRz
    IG9mIHRoZSBiYW5rMB4XDTIwMDEwMTAwMDAwMFoXDTIxMDEwMTAwMDAwMFowETEP
    MA0GA1UEAwwGY2xpZW50MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE1HKgxBep
    4OY8IzwWWiKsmm9t3VDF/pVViz3IR4sYSaPx1rQdnC0FbXjjdQvmVlp6RpZwh6IV
    q33+7Rd0gCMTNqNNMEswCQYDVR0TBAIwADAdBgNVHQ4EFgQUngtAqFe3iopg/LEN
    dxwVaFAGX+8wHwYDVR0jBBgwFoAUZ444p8ckkErjf9yjZYyPW/ArGKkwCgYIKoZI
    zj0EAwIDSAAwRQIhALiZ20+KZC0LmDwwxY9yEPSTiwOeRHoNcpZwwKU6gKsmAiAD
    /ZNdN1ssWE8brCURt2b8MwXG6lBBcDONBZNHpS4eGQ==
    -----END CERTIFICATE-----
    """
  /// A certificate that isn't from the authority.
  public static let selfSigned = """
    -----BEGIN CERTIFICATE-----
    MIIBdzCCAR2gAwIBAgIUJMxLoJrLJqCLl+nNAwuLz+5Bc6EwCgYIKoZIzj0EAwIw
    EDEOMAwGA1UEAwwFb3RoZXIwIBcNMjYxMTI0MTUzODUzWhgPMjEyNjEwMzExNTM4
    NTNaMBAxDjAMBgNVBAMMBW90aGVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
    WY/DvrOJ4cZ/+gbAmEz1WIMkEyhoTQbf559JjMlNuC8TyELHdQTi8xHtDznazZS1
    0H7rbf87RADS4A3bGbU3daNTMFEwHQYDVR0OBBYEFLVTJlpauK9MTAIkutbcdGCl
    flqsMB8GA1UdIwQYMBaAFLVTJlpauK9MTAIkutbcdGClflqsMA8GA1UdEwEB/wQF
    MAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIgZA2oX1B7TGUvjkoxX165Kg0gzuvaE5bl
    /XT9eNa/GlkCIQDAJCl4byaoZsEYdZn3rnFIdNVCY78DfOS7oQPBYjr1Tg==
    -----END CERTIFICATE-----
    """
  /// The key of ``selfSigned``.
  public static let selfSignedKey = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgGHXYtOdpzGPzLfcp
    mM1XLniZR9dpMx8xHbyg2ouWXfGhRANCAARZj8O+s4nhxn/6BsCYTPVYgyQTKGhN
    Bt/nn0mMyU24LxPIQsd1BOLzEe0POdrNlLXQfutt/ztEANLgDdsZtTd1
    -----END PRIVATE KEY-----
    """
}
