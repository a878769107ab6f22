const space = "[ \\t\\n\\v\\f\\r]*";
const decimal = new RegExp(`^${space}([-+]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:e[-+]?\\d+)?)${space}$`, "i");
const hexadecimal = new RegExp(`^${space}([-+]?)0x([0-9a-f]*)(?:\\.([0-9a-f]*))?(?:p([-+]?\\d+))?${space}$`, "i");
const binary = new RegExp(`^${space}([-+]?)0b([01]+)${space}$`, "i");
const special = new RegExp(`^${space}([-+]?)(inf|infinity|nan)${space}$`, "i");

/** Longer strings are looked at from behind first: most of them are no numbers, and that shows there. */
const longNumber = 256;
const mayEndNumber = /[0-9a-z.][ \t\n\v\f\r]*$|^[ \t\n\v\f\r]*$/i;

/** Reads a whole byte string as a number the way LuaJIT does (decimal, hexadecimal, binary, inf, nan, blanks around), or nothing. */
export function tonumber(text: string): number | undefined {
  if (text.length > longNumber && !mayEndNumber.test(text.slice(-longNumber))) return undefined;
  const plain = decimal.exec(text);
  if (plain) return Number(plain[1]);
  const hex = hexadecimal.exec(text);
  if (hex) return scanHexadecimal(hex);
  const bits = binary.exec(text);
  if (bits) return signed(bits[1], Number.parseInt(bits[2] as string, 2));
  const word = special.exec(text);
  if (word) return signed(word[1], (word[2] as string).toLowerCase() === "nan" ? Number.NaN : Number.POSITIVE_INFINITY);
  return undefined;
}

/** Reads the spelling of a number in source text: as `tonumber`, and the suffixes `LL`/`ULL` are dropped. */
export function scanLiteral(text: string): number | undefined {
  const suffix = /^(0x[0-9a-f]+|\d+)u?ll$/i.exec(text);
  return tonumber(suffix?.[1] ?? text);
}

function scanHexadecimal(match: RegExpExecArray): number | undefined {
  const whole = match[2] ?? "";
  const fraction = match[3] ?? "";
  if (whole === "" && fraction === "") return undefined;
  const digits = (whole + fraction).slice(0, 400);
  const dropped = whole.length + fraction.length - digits.length;
  const exponent = Number(match[4] ?? 0) + 4 * (dropped - fraction.length);
  return signed(match[1], scale(Number(BigInt(`0x${digits}`)), exponent));
}

function scale(value: number, exponent: number): number {
  if (value === 0) return 0;
  let result = value;
  let left = Math.max(-5000, Math.min(5000, exponent));
  while (left > 0) {
    const step = Math.min(left, 1000);
    result *= 2 ** step;
    left -= step;
  }
  while (left < 0) {
    const step = Math.min(-left, 1000);
    result /= 2 ** step;
    left += step;
  }
  return result;
}

function signed(sign: string | undefined, value: number): number {
  return sign === "-" ? -value : value;
}

/** Prints a number as LuaJIT's `tostring` does: `%.14g`, with `inf`, `-inf`, `nan` and `-0`. */
export function numberToString(value: number): string {
  if (Number.isInteger(value) && value < 1e14 && value > -1e14) return value === 0 && 1 / value < 0 ? "-0" : String(value);
  if (Number.isNaN(value)) return "nan";
  if (value === Number.POSITIVE_INFINITY) return "inf";
  if (value === Number.NEGATIVE_INFINITY) return "-inf";
  return shortest(value, 14);
}

/** `%.{precision}g` of a finite number: trailing zeros dropped, exponent of at least two digits. */
export function shortest(value: number, precision: number): string {
  const scientific = value.toExponential(precision - 1);
  const split = scientific.indexOf("e");
  const exponent = Number(scientific.slice(split + 1));
  if (exponent >= -4 && exponent < precision) return dropZeros(value.toFixed(precision - 1 - exponent));
  return dropZeros(scientific.slice(0, split)) + exponentText(exponent);
}

/** `e+05`, `e-10`, `e+100`: the tail of a number in C's scientific notation. */
export function exponentText(exponent: number): string {
  return `e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

function dropZeros(digits: string): string {
  return digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits;
}
