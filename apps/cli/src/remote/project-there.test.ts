import type { ProjectItem } from "@nucleic/protocol/messages";
import { expect, test } from "vitest";
import { projectThere } from "./project-there.ts";

const project = (id: string, name: string, rootPath: string) => ({ id, name, rootPath }) as ProjectItem;
const cart = project("0199-aaaa-1111", "cart", "/srv/cart");
const shop = project("0199-bbbb-2222", "shop", "/srv/shop");
const twin = project("0199-cccc-3333", "shop", "/old/shop");

test.each([
  ["the only one", [cart], undefined, cart],
  ["its name", [cart, shop], "shop", shop],
  ["its folder there", [cart, shop, twin], "/old/shop", twin],
  ["how its id ends", [cart, shop, twin], "2222", shop],
])("a project of a host is found by %s", (_, all, part, found) => {
  expect(projectThere(all, part)).toBe(found);
});

test.each([
  ["none is there", [], undefined],
  ["it has to be named", [cart, shop], undefined],
  ["two are called so", [cart, shop, twin], "shop"],
  ["none is called so", [cart, shop], "."],
])("it is said where %s", (_, all, part) => {
  const names = all.map(({ rootPath }) => rootPath);
  const said = expect.objectContaining({ code: "unknownProject", hint: expect.any(String) });
  expect(() => projectThere(all, part)).toThrow(said);
  for (const name of names)
    expect(() => projectThere(all, part)).toThrow(
      expect.objectContaining({ hint: expect.stringContaining(name) }),
    );
});
