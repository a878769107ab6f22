/** Name and only model of the embedded provider, the one provider of this version. */
export const echoProvider = { name: "echo", model: "echo" } as const;
