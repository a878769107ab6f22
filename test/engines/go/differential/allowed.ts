/** A template and what two engines make of it. */
export interface Compared {
  readonly theirs: string;
  readonly ours: string;
}

/** What Go says since its version 1.26 in other words than before, and what we do on purpose in another way. */
const reasons: readonly { readonly reason: string; readonly theirs: RegExp; readonly ours: RegExp }[] = [
  {
    reason: "newer Go tells both types",
    theirs: /incompatible types for comparison$/,
    ours: /incompatible types for comparison: .* and .*$/,
  },
  { reason: "newer Go names what is called", theirs: /non-function of type .*$/, ours: /non-function .* of type .*$/s },
  {
    reason: "newer Go has a message of its own",
    theirs: /unexpected "\)" in/,
    ours: /unexpected right paren( in action started at t:\d+)?$/,
  },
  { reason: "newer Go ranges over integers", theirs: /range can't iterate over -?\d+$/, ours: /./s },
  { reason: "templates may call each other 1,000 deep", theirs: /maximum template depth/, ours: /maximum template depth/ },
  { reason: "the standard functions are always there", theirs: /function "upper" not defined$/, ours: /./s },
];

/** Why two results may differ; undefined where they may not. */
export function allowedDifference({ theirs, ours }: Compared): string | undefined {
  return reasons.find((one) => one.theirs.test(theirs) && one.ours.test(ours))?.reason;
}
