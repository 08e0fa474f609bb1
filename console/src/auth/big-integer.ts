/**
 * The arithmetic of Secure Remote Password with the browser's own integers. The build replaces Amplify's class of that
 * name with this one, since Amplify's calculates in numbers of 26 bits and takes five times as long.
 */
export class BigInteger {
  static readonly ZERO = new BigInteger(0n)
  static readonly ONE = new BigInteger(1n)
  #value: bigint

  /** A text is hexadecimal, like every text of which Amplify makes an integer. */
  constructor(value: string | bigint) {
    this.#value = typeof value === 'bigint' ? value : BigInt(`0x${value}`)
  }

  toString(radix: number): string {
    return this.#value.toString(radix)
  }

  equals(other: BigInteger): boolean {
    return this.#value === other.#value
  }

  /** Negative if this one is smaller, positive if it is larger. */
  compareTo(other: BigInteger): number {
    return Number(this.#value > other.#value) - Number(this.#value < other.#value)
  }

  abs(): BigInteger {
    return this.#value < 0n ? new BigInteger(-this.#value) : this
  }

  add(other: BigInteger): BigInteger {
    return new BigInteger(this.#value + other.#value)
  }

  subtract(other: BigInteger): BigInteger {
    return new BigInteger(this.#value - other.#value)
  }

  multiply(other: BigInteger): BigInteger {
    return new BigInteger(this.#value * other.#value)
  }

  /** Never negative. */
  mod(modulus: BigInteger): BigInteger {
    return new BigInteger(remainder(this.#value, modulus.#value))
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
    done(undefined, new BigInteger(power))
  }
}

function remainder(value: bigint, modulus: bigint): bigint {
  const rest = value % modulus
  return rest < 0n ? rest + modulus : rest
}
