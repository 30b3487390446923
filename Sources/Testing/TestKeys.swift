import AuthRuntime
import CryptoExtras

/// RSA keys for scripted providers, because generating one takes longer than the test that needs it. These keys are
/// public, so never trust them.
enum TestKeys {
  /// The key with a number. There are only a few keys, so numbers wrap around.
  static func rsa(_ number: Int) throws -> _RSA.Signing.PrivateKey {
    try _RSA.Signing.PrivateKey(pemRepresentation: texts[number % texts.count])
  }

  private static let texts = [
    """
    -----BEGIN RSA PRIVATE KEY-----
    MIIEowIBAAKCAQEAsVHvf3GgGcABjyzIBoOQHXD7EdQJBOWYAkjVfa2uy+qNLcFu
    9Wljw6UnFZQW9+rkcZr1z4PbEaVctyjo2EixDELb16Lxr8+jPnh2kgurLIEZiiz5
    K3s+y3PKi0j1+O353rax9Dv35ld6bOIhBDX7HitZ/ixHlJpK+LoQh3xD8KnmQ6z6
    mnYplZVGuxzKcOP3YDm7A5B99+RAy74Jhd7kui24AqsaEtDdby1t6ooaIz/Z5FyJ
    xJBh/R1nVawTsEuTxin883qisRiM4BBzhkLORXQecuF/jRhRlKbqQNd4tTHr5bzl
    N38CJGDxH3HHFOBCtiRu4JmYmuzQwLhmmye95QIDAQABAoIBAFQ5X/H/7ZTtj5AL
    LENz0Es7s/XG6jXKPEaxg757dfBjy4U1QNgOpBV057inK7W8e5++hA16St751a0m
    IFtDQ91YEIY/Xl8s2BQ/McqzAi5Ub+Yi8IOHuc73g/hewn7nwmzYCHTC20Aswvje
    ++G9JjcxTkCdla5vDzdPYbSJANhZflm5Q78mpPAMiJiHb9CrjOqP+JyrRfwJgkdG
    czQc7TLNHGAf7LkdZLHxf3S8/rR9GiKEaXO5D2uQAKCeXcWEbFYDnTr01SrJkCJC
    pYlZX2vO8ZvXfrUUblN38CxhKpxaXu7xKrsUSe4AVHbSr+NFiN626lEtETeYw1UO
    asQ9Ei0CgYEA934RWtx6VjiSuk24Igh2jr0qZNIvayaiTlGJQCIfsDaApI6WN4bH
    AUwIHqWApHYVZ1zCkjblnj3C2Zd1C9UGM9/4s5nNW2ZA+jKyviHzrJ1YTZhGa30A
    ui5fMALRa8VPvbYCvnEKyR7AT6zETKp23wRbs+ukJnUcLRQuzLw6Sg8CgYEAt2pZ
    4PQq2U2vYCIYbZ99wL8L7B/t3D3O6u397gF6qCbszy91mT1HHvHsqRjFw/z0gqKW
    bDtuwQuAxsuBNvroEW6RpK36nU8Dh7ENWMqZFyMLO67z6GXTF3hjDNC1o0wp1RhQ
    I/5X02OsVmurcOjEffN+jyfrNDd635xfGgi0vMsCgYAJ3xdmHmEqyzre/3aWtOu1
    qcnlF5UYmwPiR9JHopTM/H+JEL7hHBkX7iZswoEtDiCwbLy+BD6IX0JEV4wtmqOS
    sh5DW6EbQirZT+hdORF1ExmQjsBQTT4YLv1Q9uvPdqFFmdrmKbAacYWOJ//0ZuAy
    6QOXW5DCj+09xw5O0Dsq9QKBgQCqiqfBpCbHYRVldK50F61s7/bc+h9H/uyLwviu
    Og/blD3ys3VMJA8iNd5QqKkSf/y2DwmA344uz0xRC948yfXIZ5/imKaDaHmmzLjV
    S6QnQD1spFNETpGFrDmlK9cIXIQ1EONLZG4zLuWKgZiqZrR1TFfsMjjfl4qXqqU+
    5sNvGwKBgEf3lWnQ2jUlp0wUma2iCIggi1Rid+Vb+lhYQWbJn4fxRbXVmzm+b/yO
    /g305NmGQYEiDmcLQvOoUGYnQ6tPJFHuEWUvGy8N/FwfPsmg3nCEDzNnYlv6l5I9
    Emr73GnzETzZd99UvBshSxPQRehJGTpV8xaMmGtRqBTzcfBYw+M+
    -----END RSA PRIVATE KEY-----
    """,
    """
    -----BEGIN RSA PRIVATE KEY-----
    MIIEogIBAAKCAQEAvYDN57AQAD54wcgw5LCuxxMV0upnGxjmZdXUAZLrSfYVe1sP
    LRBoeepGv1RCN0dTzFFkugAWbCodQoi3S9zwhr2MhWmhiTWldBgtxmWO3WrTXEqM
    fcVG49ymSTfujMaYQ2XiwYw5H2rLSXnedy59CMdkNM4suX56lB6X8RtyYEEUysFP
    PDrfq4d+U91IbqQE0k+LMvz4OWABa5psNR9i+b/vG8Z1wMLu5FPfyn/hTa5RiwCY
    ZVoo4nK0+cnKdh55QMkqaLAKC+++kaMj/o8rN1y042t5rFZLfBfEXJKOh6OzdRZ5
    HhY7LzDP7sCM2LW+6KUpTmAhec/NEC9DNXSk5QIDAQABAoIBAAfC8JJoHDx2UpA7
    q8z7psNRw8rcsOMwobC5qximNNII3/5dnDSDTIdZxUYG16NxKqLeq1p246dqEVxT
    qMMIEvRIOF4qe/3YeNgiOWKIorfs4Fur7fvxilX0CDEaUMBRTfrMsuN5SjANBrOr
    gYuuF47pfVaWu/w1v72Bt0Vq+cQTAP9ED3M+U5D9y6B0YgHnJP158spTJh8smvVR
    DVwioy6hxIkxnW2l1a8BfB3LCf4/HEV0P7BUBXHHrXrhTq0OMJoMSMPekvOmgEGh
    1dKn7UrVaSvwpr3OhcyEcrEo13r35dQ3IhZZJEJYM/5uzDjEuVVco3MvRoQlkmAU
    i0sFGwECgYEA8Pw/rMcSxo6w5YLN34sEJToaeo74pR5gMQC/PvSViZRYwZs+PbZQ
    KfbYVV1eck1M16b8QMVq2H14g2hHGhVO8wnItnT4wjb4V/MCJb7D4iyOX9gkZhUP
    tPlwR4DFHvHBHKcZLLjqm29zo19t2oTTKGlPxyagOvhLwBuabH959yUCgYEAyU9o
    LZPoN2RQe1d1c+zXlNbapSX/NUyZo1UhE+wYdWtqk3p9elGqs9U95iroa8UMhpkF
    +BUUlqB/WPsDY67M4vOt6nxkIejHpaEecQMkRe/THpJclbs0xZBE3wjmr9PmD5fc
    AOPmMRuxDGpu/4G1GrbX3xxUv7TCxnhHrz+8asECgYAnqi1E4ANsISJmtG/0YmpN
    QlIHaC7u5qAIkMnpr9JJMdymCUpmV/K75YBYFKUuBSEnwbl1Y8khVw2V+3zwgx9a
    i3q45WnodanMuBfbZJnTSWgpyGa9UqwiKohbjItle39AmxResxUSfna3Jkbrl781
    wJe7/NSUwDefqCtzvkux7QKBgG9P9xzsogSu9UmeTJWzKmlkfDXBUuKX3oRP+CBZ
    9hRHNwEhQ+y055zUlouEwkuFA64RQxmwHlhDmucKtQ8TgrsjXtE/wuZ1Hp/Y/Uok
    IJSDTcujxooMn9t2MH7bHyOuGZIZuE7NtWUGGNnyqDmj8Q46eBcoRTxTqTexHoIq
    zfaBAoGAFe5e5VwOaByIPRw/KJ+LJmgvUKMLn/Efa4+hSg9lQHNSsbu98OlJDvtD
    mjCLbfZ5z0AlemOt1m+t/PCpiaQoTGnZrFXuhM812fehd4Cq1mzGxY6pbBhg1itK
    CZPetqqfd3SPIMG4wffNhxXrSQ9JaODNswIVUJWYjJbqU78sw7Y=
    -----END RSA PRIVATE KEY-----
    """,
    """
    -----BEGIN RSA PRIVATE KEY-----
    MIIEpQIBAAKCAQEA1n0hI+yfAX7W3T69wvo+xXwoUVQXPtKFwKwLM8E8WoVvbCMh
    d+1P/Di8dx8wvwNjI4DEiwS3nE/WMomm9EGe29veNAaBSwjfdgj1Kbyjogu0FdUB
    9CXjKtQKQ0j5U1amaAHQW+nsM3PBYv90DoWnxvmXj7Twqg2G5r3CGozkvOjJRXHT
    RKrOevjJRdTqFrHR0p5K5HM4/ZAAxzlXObySzWarbyLtmh+zVdO340puNTtcyNWz
    kzzAlcYEws8m+KlCYwiwYDvrG1sSZ+BZHfvr+f5tcruVGMXdqT2SNAK6iBipS7l6
    crJUmQlNq0436dRpDR1MZMOaSZMoGXtJ3CSaUQIDAQABAoIBAAm2YJLrfu8+xry9
    v7LFqWRAqSQ2pDdTadxVxguVyVV5g5hAVn6DW9r6WDlmK4tIvFtiFDRN1kEhIdxH
    vKxEkOyYfg05yq7Cw/iosu5NBRVcRY80Biq/sPPSZnURx71499/PjjdtRiV1zUjd
    86vJLFXfnTf0C+5NXsGRz+lrHhv6MsxZgg1ILrYEfEmUBAVQ8E/bVLyKp5ssnNlO
    rC0Vk/BdsAfc4PyQy1yqd8PH9B6jvzWVvJNCOjazY/aLW1YzeuTyIAF/OOh3xQ+D
    QpVEFP92wH/L4edj2THQxpnNrhe83jp+srMrlAPKleYb7Z+7tke3epslKimAPARE
    SRBEPEkCgYEA9mqf9qQ6+g3jLhErOndo4MK1TZxMSZnV37j3wuI7FfDnFrd+npHa
    HNr9oFw+3GfL5uDt5m1p6bOKo9k6w/loSjZ52beRbW0W5zn8F1+LGHpnD+DJshJ9
    D7QCfyak8jyQaZ0ApFR8dQ7WeBzEKjARzMEsh8MJZ1ZLORTgLAUgVFkCgYEA3tSg
    Hg4BLMacGSrpD2ac4GM9ZtZQb+JYGTvuZouyAmc7lMycoicZDKIJWYJNqtUoIg+M
    bwXmucaWBzbHtqLWYbbItFYzAGXXxnD9BGWg0fwdHxbKkLy+cKupIh68MmK4GJLP
    ovE7Y5FZj60+IbmaEK8fP1qA7OZ1RlmEj/PIFrkCgYEAueo8gnPqY1sy+kDN4rDR
    GjMNY173V9iPOtptZEYX2jgFwmfzSmQ0seyvytuOOfC+MJWoKGCItmBVy8VLxyxX
    eRac3JzZRjw2OYLQJjpZ0cAYHiy1QHsejEh+UbywWmtDccuY/mMX+6GUQs9BWasm
    4tskY9HNOIAtBQYxFEVR3RECgYEAnDaDaY531GQH2rzyVhGhuMzZptZn3YfYKxiQ
    sOMOEBE++7nVtPej3+9Yjp+Cw1hbokU0NkD01xgY5UXKDIdrs2Ton0QuzQCYnE1p
    k0OL0qnj4H+h0oX/HA27rGfPl6MNXGzPk3N6Jvsmxkq1W/85uqiKR2ezKmEFpiPr
    gt9sTkECgYEArbsfMg2BlHzjpv5OLV8s7f5tjiQ2oIpXQyaS129ry89p3Wz7AJKb
    vCYus1YBP7xPG+8a+365lUQ6MGTeDOwloSI1yeAnx1nWGFcYG2m+4Yz3colbHvF6
    4oVo0J9T/CqvGI8jNG2moBkBaSoaIKeNUyc6h/qBh1JGtWzVjIdIZak=
    -----END RSA PRIVATE KEY-----
    """,
  ]
}
