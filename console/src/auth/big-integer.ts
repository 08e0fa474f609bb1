/**
 * The arithmetic of Secure Remote Password with the browser's own integers. In the build it takes the place of
 * Amplify's class of that name, which reckons in numbers of 26 bits and takes five times as long.
 */
export class BigInteger {
  static readonly ZERO = BigInteger.#of(0n)
  static readonly ONE = BigInteger.#of(1n)
  #value: bigint

  /** `digits` are hexadecimal, as everything that Amplify makes an integer of. */
  constructor(digits: string, _radix: 16) {
    this.#value = BigInt(`0x${digits}`)
  }

  static #of(value: bigint): BigInteger {
    const made = new BigInteger('0', 16)
    made.#value = value
    return made
  }

  toString(radix: number): string {
    return this.#value.toString(radix)
  }

  equals(other: BigInteger): boolean {
    return this.#value === other.#value
  }

  /** Below zero where this one is the smaller, above where it is the larger. */
  compareTo(other: BigInteger): number {
    return Number(this.#value > other.#value) - Number(this.#value < other.#value)
  }

  abs(): BigInteger {
    return this.#value < 0n ? BigInteger.#of(-this.#value) : this
  }

  add(other: BigInteger): BigInteger {
    return BigInteger.#of(this.#value + other.#value)
  }

  subtract(other: BigInteger): BigInteger {
    return BigInteger.#of(this.#value - other.#value)
  }

  multiply(other: BigInteger): BigInteger {
    return BigInteger.#of(this.#value * other.#value)
  }

  /** Never below zero. */
  mod(modulus: BigInteger): BigInteger {
    return BigInteger.#of(remainder(this.#value, modulus.#value))
  }

  modPow(
    exponent: BigInteger,
    modulus: BigInteger,
    done: (error: undefined, power: BigInteger) => void,
  ): void {
    const n = modulus.#value
    let power = 1n
    let square = remainder(this.#value, n)
    for (let rest = exponent.#value; rest > 0n; rest >>= 1n) {
      power = rest & 1n ? (power * square) % n : power
      square = (square * square) % n
    }
    done(undefined, BigInteger.#of(power))
  }
}

function remainder(value: bigint, modulus: bigint): bigint {
  const rest = value % modulus
  return rest < 0n ? rest + modulus : rest
}
