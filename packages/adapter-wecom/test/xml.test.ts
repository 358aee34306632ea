import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "../../../test/arbitraries.ts";
import { readXml } from "../src/wire/xml.ts";

describe("readXml", () => {
  test("reads CDATA and bare texts, blanks and order of elements as they are", () => {
    expect(
      readXml(`<?xml version="1.0"?>
        <xml>
          <B><![CDATA[ <b>&amp;</b> ]]></B>
          <A>  7000000000000000001 </A>
          <Empty></Empty><None/>
        </xml>`),
    ).toEqual({ B: " <b>&amp;</b> ", A: "  7000000000000000001 ", Empty: "", None: "" });
  });

  test("decodes entities outside CDATA only, and each once", () => {
    const xml =
      "<xml><A>&lt;&amp;lt;&gt;&quot;&apos;&#20320;&#x597d;&nope;&#99999999;<![CDATA[&lt;]]></A></xml>";
    expect(readXml(xml)).toEqual({ A: "<&lt;>\"'你好&nope;&#99999999;&lt;" });
  });

  test("puts the end mark of CDATA together again", () => {
    expect(readXml("<xml><A><![CDATA[a[0]]]]><![CDATA[>b]]></A></xml>")).toEqual({ A: "a[0]]>b" });
  });

  test("a text has as many tags as it likes, the document not", () => {
    const code = "<p>".repeat(1000);
    expect(readXml(`<xml><A><![CDATA[${code}]]></A></xml>`)).toEqual({ A: code });
    expect(readXml(`<xml>${"<a/>".repeat(1000)}</xml>`)).toBeUndefined();
    expect(readXml(`<xml><A>${"<![CDATA[]]>".repeat(1000)}</A></xml>`)).toBeUndefined();
  });

  test("takes a document type within a text, and refuses a real one", () => {
    const words = "<!DOCTYPE html> and <!ENTITY a>";
    expect(readXml(`<xml><A><![CDATA[${words}]]></A></xml>`)).toEqual({ A: words });
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><xml><A>&b;</A></xml>`;
    expect(readXml(bomb)).toBeUndefined();
  });

  test.each(["", "{}", "<xml>", "<a>1</a>", "plain", "<![CDATA[", "<"])(
    "finds no message in %j",
    (text) => {
      expect(readXml(text) ?? {}).toEqual({});
    },
  );

  test("gives every text back, whichever way it is written", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        // A document of XML 1.0 has neither of these.
        const said = text.replaceAll(
          /[^\n\t -\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu,
          "",
        );
        const cdata = `<![CDATA[${said.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;
        const bare = said.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
        expect(readXml(`<xml><A>${cdata}</A></xml>`)).toEqual({ A: said });
        expect(readXml(`<xml><A>${bare}</A></xml>`)).toEqual({ A: said });
      }),
    );
  });

  test("does not choke on what is long and hostile", () => {
    const long = 1 << 20;
    for (const piece of ["<![CDATA[", "<a>", "<!", "&amp;", "<a ", "]]>", "<?", "<!--", "<xml><"]) {
      const hostile = piece.repeat(long / piece.length);
      expect(readXml(hostile) ?? {}).toEqual({});
      expect(() => readXml(`<xml><A>${hostile}`)).not.toThrow();
    }
  });
});
