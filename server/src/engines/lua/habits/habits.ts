import { bracedTags } from "./braced-tags.js";
import { bracedBlock } from "./braces.js";
import { chainedAssignment, compoundAssignment } from "./compound.js";
import { branchAsValue, conditionBehind, optionalChain, ternary } from "./conditional.js";
import {
  emptyExpression,
  returnInExpression,
  statementInExpression,
  strayInExpression,
  templateString,
  valueInCode,
} from "./expressions.js";
import type { Habit } from "./fault.js";
import { filter } from "./filters.js";
import { foreignStatement, statementMark } from "./foreign-tags.js";
import { arrowFunction, lambda } from "./functions.js";
import { handlebarsTag, mustacheSign } from "./handlebars.js";
import { dotBetween, literalMethod, stringBehindString } from "./literals.js";
import { foreignLoop } from "./loop-advice.js";
import { namedArguments } from "./named-arguments.js";
import { dottedIndex, foreignEscape, hyphenatedName, keywordMember, malformedNumber, namelessFunction, typeBehindName } from "./names.js";
import { foreignOperator, wholeDivision } from "./operators.js";
import { foreignPrefix, isQuestion, membership, unknownQuestion, wordOperator } from "./predicates.js";
import {
  assignmentInCondition,
  foreignComment,
  foreignDeclaration,
  missingBracket,
  missingEquals,
  missingHeaderWord,
  misspelledHeaderWord,
  misspelledKeyword,
  strayEnd,
  unfinishedString,
} from "./statements.js";
import { comprehension, foreignTable, slice, tuple } from "./tables.js";
import { typographicSign } from "./typography.js";

/** These look at the text of a tag before anything is made of its tokens. */
export const ofTexts: readonly Habit[] = [typographicSign, bracedTags, misspelledHeaderWord];

/** The first that recognises a fault speaks. These look at the token at fault, whatever block its tag belongs to. */
export const ofTokens: readonly Habit[] = [
  mustacheSign,
  keywordMember,
  dottedIndex,
  malformedNumber,
  namelessFunction,
  foreignEscape,
  compoundAssignment,
  foreignComment,
  wholeDivision,
  bracedBlock,
  arrowFunction,
  slice,
  comprehension,
  lambda,
  tuple,
  foreignTable,
  namedArguments,
  foreignPrefix,
  filter,
  templateString,
  literalMethod,
  dotBetween,
  stringBehindString,
  optionalChain,
  ternary,
  conditionBehind,
  membership,
  unknownQuestion,
  wordOperator,
  assignmentInCondition,
  foreignOperator,
  returnInExpression,
];

/** These look at a tag alone; the more special ones come first. */
export const ofTags: readonly Habit[] = [
  handlebarsTag,
  foreignStatement,
  isQuestion,
  branchAsValue,
  statementMark,
  chainedAssignment,
  foreignLoop,
  typeBehindName,
  emptyExpression,
  statementInExpression,
  foreignDeclaration,
  misspelledKeyword,
  missingHeaderWord,
  missingBracket,
  missingEquals,
  unfinishedString,
  strayEnd,
  strayInExpression,
  hyphenatedName,
  valueInCode,
];
