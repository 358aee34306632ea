import fc from "fast-check";
import { expect, test } from "vitest";
import { parseMultipart } from "../src/http/multipart.ts";

const type = "multipart/form-data; boundary=----------x1";

function body(...parts: [head: string, content: Uint8Array | string][]): Buffer {
  const written = parts.flatMap(([head, content]) => [
    Buffer.from(`------------x1\r\n${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat([...written, Buffer.from("------------x1--\r\n")]);
}

test.each([
  ["quoted", 'Content-Disposition: form-data; name="photo"; filename="图 1.png"'],
  ["bare, no blanks, small letters", "content-disposition:form-data;name=photo;filename=图 1.png"],
  [
    "mixed, with a type",
    'CONTENT-DISPOSITION: form-data; name="photo";filename=图 1.png\r\nContent-Type: image/png',
  ],
])("a file part is read when its header is %s", async (_dialect, head) => {
  const { files } = await parseMultipart(body([head, "bytes"]), type);
  expect(files.get("photo")).toMatchObject({
    name: "图 1.png",
    bytes: new TextEncoder().encode("bytes"),
  });
});

test("quotes and backslashes in a file name may be escaped", async () => {
  const head = String.raw`Content-Disposition: form-data; name="d"; filename="a\"b\\c;d.txt"`;
  const { files } = await parseMultipart(body([head, ""]), type);
  expect(files.get("d")?.name).toBe(String.raw`a"b\c;d.txt`);
});

test("a boundary may be quoted", async () => {
  const { fields } = await parseMultipart(
    body(['content-disposition: form-data; name="a"', "1"]),
    'multipart/form-data; boundary="----------x1"',
  );
  expect(fields).toEqual({ a: "1" });
});

test.each(["", "--", "------------x1\r\n", "no boundary at all"])(
  "the broken body %j is refused",
  async (text) => {
    await expect(parseMultipart(Buffer.from(text), type)).rejects.toThrow(/Unexpected end/);
  },
);

test("any bytes and texts come through", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ unit: "grapheme" }),
      async (bytes, text) => {
        const { fields, files } = await parseMultipart(
          body(
            ['content-disposition: form-data; name="text"', text],
            ["content-disposition:form-data;name=file;filename=f", bytes],
          ),
          type,
        );
        expect(fields["text"]).toBe(text);
        expect(files.get("file")?.bytes).toEqual(bytes);
      },
    ),
  );
});

test("a part of bytes by its content type is a file, also without a file name", async () => {
  const head =
    'Content-Disposition: form-data; name="image"\r\nContent-Type: application/octet-stream';
  const bytes = new Uint8Array([0, 255, 13, 10, 254]);
  const { files, fields } = await parseMultipart(body([head, bytes]), type);
  expect(files.get("image")).toMatchObject({ name: "", bytes });
  expect(fields).toEqual({});
});
