/** The significant decimal digits of a number: 0.d₁d₂d₃… × 10^point. No digits stand for zero. */
export interface Decimal {
  readonly digits: string;
  readonly point: number;
}

const zero: Decimal = { digits: "", point: 0 };

/** The fewest digits that read back as the same float64. `value` is finite and not negative. */
export function shortestDecimal(value: number): Decimal {
  if (value === 0) return zero;
  const [mantissa, exponent] = value.toExponential().split("e") as [string, string];
  return { digits: mantissa.replace(".", ""), point: Number(exponent) + 1 };
}

/** All digits of a float64. `value` is finite and not negative. */
export function exactDecimal(value: number): Decimal {
  if (value === 0) return zero;
  const { mantissa, exponent } = binary(value);
  if (exponent >= 0) return trimmed((mantissa << BigInt(exponent)).toString(), 0);
  return trimmed((mantissa * 5n ** BigInt(-exponent)).toString(), -exponent);
}

function trimmed(digits: string, fraction: number): Decimal {
  return { digits: digits.replace(/0+$/, ""), point: digits.length - fraction };
}

/** A float64 as mantissa × 2^exponent, the mantissa of 53 bits unless the number is subnormal. */
export function binary(value: number): { readonly mantissa: bigint; readonly exponent: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  return biased === 0 ? { mantissa: fraction, exponent: -1074 } : { mantissa: fraction | (1n << 52n), exponent: biased - 1075 };
}

/** Rounds to so many digits, halves to even. No digits or fewer give zero, or one digit where rounding goes up. */
export function roundDecimal(decimal: Decimal, count: number): Decimal {
  const { digits, point } = decimal;
  if (count >= digits.length) return decimal;
  if (count < 0) return zero;
  const kept = digits.slice(0, count);
  if (!roundsUp(digits, count)) return { digits: kept.replace(/0+$/, ""), point };
  const raised = kept.replace(/9+$/, "");
  if (raised === "") return { digits: "1", point: point + 1 };
  return { digits: raised.slice(0, -1) + String(Number(raised.at(-1)) + 1), point };
}

function roundsUp(digits: string, count: number): boolean {
  const next = digits[count] as string;
  const isHalf = next === "5" && count + 1 === digits.length;
  if (isHalf) return count > 0 && Number(digits[count - 1]) % 2 === 1;
  return next >= "5";
}
