"""Private keys that are the same in every run, so that a seed repeats the inputs. None is stored."""
import random
from math import gcd

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa, x25519
from joserfc.jwk import ECKey, OKPKey, RSAKey

CURVES = {"P-256": ec.SECP256R1, "P-384": ec.SECP384R1, "P-521": ec.SECP521R1}
OCTETS = {"Ed25519": ed25519.Ed25519PrivateKey, "X25519": x25519.X25519PrivateKey}
EXPONENT = 65537


def ec_key(curve: str, number: int = 1) -> ECKey:
    source = random.Random(f"{curve} {number}")
    return ECKey.import_key(pem(ec.derive_private_key(source.getrandbits(250), CURVES[curve]())))


def okp_key(curve: str, number: int = 1) -> OKPKey:
    source = random.Random(f"{curve} {number}")
    return OKPKey.import_key(pem(OCTETS[curve].from_private_bytes(source.randbytes(32))))


def rsa_key(bits: int, number: int = 1) -> RSAKey:
    source = random.Random(f"RSA {bits} {number}")
    p, q = prime(source, bits // 2), prime(source, bits // 2)
    d = pow(EXPONENT, -1, (p - 1) * (q - 1))
    numbers = rsa.RSAPrivateNumbers(
        p, q, d, rsa.rsa_crt_dmp1(d, p), rsa.rsa_crt_dmq1(d, q), rsa.rsa_crt_iqmp(p, q), rsa.RSAPublicNumbers(EXPONENT, p * q))
    return RSAKey.import_key(pem(numbers.private_key()))


def prime(source: random.Random, bits: int) -> int:
    """A prime that passes 20 rounds of the Miller-Rabin test. Its two highest bits are set, so that a product has full length."""
    while True:
        number = source.getrandbits(bits) | 3 << bits - 2 | 1
        if gcd(number - 1, EXPONENT) == 1 and all(number % small for small in (3, 5, 7, 11, 13)) and is_probably_prime(number, source):
            return number


def is_probably_prime(number: int, source: random.Random) -> bool:
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    return all(passes(number, source.randrange(2, number - 1), odd, twos) for _ in range(20))


def passes(number: int, base: int, odd: int, twos: int) -> bool:
    value = pow(base, odd, number)
    if value in (1, number - 1):
        return True
    for _ in range(twos - 1):
        value = value * value % number
        if value == number - 1:
            return True
    return False


def pem(key: object) -> bytes:
    return key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
