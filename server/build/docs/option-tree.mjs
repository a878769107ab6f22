/**
 * The table of options as a tree by the names of its paths; `*` is a name like the others.
 * @param {{options: object, sections: object}} settings what shared/settings.ts exports
 * @returns {{children: Map<string, any>, option?: any, section?: any}}
 */
export function optionTree({ options, sections }) {
  const tree = { children: new Map() };
  for (const [path, option] of Object.entries(options)) nodeAt(tree, path).option = option;
  for (const [path, section] of Object.entries(sections)) nodeAt(tree, path).section = section;
  return tree;
}

/**
 * The node at a dotted path; it is made where there is none.
 * @param {ReturnType<typeof optionTree>} tree
 * @param {string} path
 */
export function nodeAt(tree, path) {
  let node = tree;
  for (const name of path.split(".")) {
    if (!node.children.has(name)) node.children.set(name, { children: new Map() });
    node = node.children.get(name);
  }
  return node;
}
