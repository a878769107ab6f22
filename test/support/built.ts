import { fileURLToPath } from "node:url";

/** The bundled server's program file, made before the tests run. */
export const mainPath = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

/** The bundled evaluation child, made before the tests run. */
export const evaluatorPath = fileURLToPath(new URL("../../dist/evaluator.js", import.meta.url));

/** The bundled part that sends, which the server loads with its first send. */
export const sendingPath = fileURLToPath(new URL("../../dist/sending.js", import.meta.url));
