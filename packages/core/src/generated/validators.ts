import * as __typia_transform__accessExpressionAsString from "typia/lib/internal/_accessExpressionAsString";
import * as __typia_transform__validateReport from "typia/lib/internal/_validateReport";
import * as __typia_transform__createStandardSchema from "typia/lib/internal/_createStandardSchema";
import * as __typia_transform__assertGuard from "typia/lib/internal/_assertGuard";
import type { tags } from "typia";
import type { IncomingMessage, ParsedMessage } from "../types/message.ts";
import type { PluginMeta, PluginPermissions } from "../types/plugin-meta.ts";
import type { RecordedMediaReference } from "../journal/recorded/record.ts";
import type { RecordedRun } from "../journal/recorded/record.ts";
import type { JournalEntry } from "../ports/journal.ts";
import type { Assertion, Validation } from "../rules/validation/validation.ts";
/** Checks a message and lists every wrong place. */
export const validateParsedMessage: (input: unknown) => Validation<ParsedMessage> = (() => { const _io0 = (input: any): boolean => ("image" === input.type || "video" === input.type || "file" === input.type || "voice" === input.type || "text" === input.type) && "string" === typeof input.text && (undefined === input.textWithQuote || "string" === typeof input.textWithQuote) && "string" === typeof input.from && "string" === typeof input.to && "number" === typeof input.timestamp && "string" === typeof input.contextToken && "number" === typeof input.messageId && (undefined === input.image || "object" === typeof input.image && null !== input.image && _io1(input.image)) && (undefined === input.voice || "object" === typeof input.voice && null !== input.voice && _io3(input.voice)) && (undefined === input.file || "object" === typeof input.file && null !== input.file && _io4(input.file)) && (undefined === input.video || "object" === typeof input.video && null !== input.video && _io5(input.video)) && (undefined === input.quotedMessage || "object" === typeof input.quotedMessage && null !== input.quotedMessage && _io6(input.quotedMessage)) && ("object" === typeof input.raw && null !== input.raw && false === Array.isArray(input.raw) && _io7(input.raw)); const _io1 = (input: any): boolean => "number" === typeof input.thumb_width && "number" === typeof input.thumb_height && "number" === typeof input.mid_size && ("object" === typeof input.media && null !== input.media && _io2(input.media)); const _io2 = (input: any): boolean => "string" === typeof input.encrypt_query_param && Object.keys(input).every((key: any) => {
    if (["encrypt_query_param"].some((prop: any) => key === prop))
        return true;
    const value = input[key];
    if (undefined === value)
        return true;
    return true;
}); const _io3 = (input: any): boolean => "number" === typeof input.playtime && "string" === typeof input.text && ("object" === typeof input.media && null !== input.media && _io2(input.media)); const _io4 = (input: any): boolean => "string" === typeof input.file_name && "number" === typeof input.len && "string" === typeof input.md5 && ("object" === typeof input.media && null !== input.media && _io2(input.media)); const _io5 = (input: any): boolean => "number" === typeof input.play_length && "number" === typeof input.video_size && "number" === typeof input.thumb_width && "number" === typeof input.thumb_height && ("object" === typeof input.media && null !== input.media && _io2(input.media)); const _io6 = (input: any): boolean => "string" === typeof input.title && true && "string" === typeof input.text; const _io7 = (input: any): boolean => Object.keys(input).every((key: any) => {
    const value = input[key];
    if (undefined === value)
        return true;
    return true;
}); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["image" === input.type || "video" === input.type || "file" === input.type || "voice" === input.type || "text" === input.type || _report(_exceptionable, {
        path: _path + ".type",
        expected: "(\"file\" | \"image\" | \"text\" | \"video\" | \"voice\")",
        value: input.type
    }), "string" === typeof input.text || _report(_exceptionable, {
        path: _path + ".text",
        expected: "string",
        value: input.text
    }), undefined === input.textWithQuote || "string" === typeof input.textWithQuote || _report(_exceptionable, {
        path: _path + ".textWithQuote",
        expected: "(string | undefined)",
        value: input.textWithQuote
    }), "string" === typeof input.from || _report(_exceptionable, {
        path: _path + ".from",
        expected: "string",
        value: input.from
    }), "string" === typeof input.to || _report(_exceptionable, {
        path: _path + ".to",
        expected: "string",
        value: input.to
    }), "number" === typeof input.timestamp || _report(_exceptionable, {
        path: _path + ".timestamp",
        expected: "number",
        value: input.timestamp
    }), "string" === typeof input.contextToken || _report(_exceptionable, {
        path: _path + ".contextToken",
        expected: "string",
        value: input.contextToken
    }), "number" === typeof input.messageId || _report(_exceptionable, {
        path: _path + ".messageId",
        expected: "number",
        value: input.messageId
    }), undefined === input.image || ("object" === typeof input.image && null !== input.image || _report(_exceptionable, {
        path: _path + ".image",
        expected: "(ImageItem | undefined)",
        value: input.image
    })) && _vo1(input.image, _path + ".image", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".image",
        expected: "(ImageItem | undefined)",
        value: input.image
    }), undefined === input.voice || ("object" === typeof input.voice && null !== input.voice || _report(_exceptionable, {
        path: _path + ".voice",
        expected: "(VoiceItem | undefined)",
        value: input.voice
    })) && _vo3(input.voice, _path + ".voice", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".voice",
        expected: "(VoiceItem | undefined)",
        value: input.voice
    }), undefined === input.file || ("object" === typeof input.file && null !== input.file || _report(_exceptionable, {
        path: _path + ".file",
        expected: "(FileItem | undefined)",
        value: input.file
    })) && _vo4(input.file, _path + ".file", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".file",
        expected: "(FileItem | undefined)",
        value: input.file
    }), undefined === input.video || ("object" === typeof input.video && null !== input.video || _report(_exceptionable, {
        path: _path + ".video",
        expected: "(VideoItem | undefined)",
        value: input.video
    })) && _vo5(input.video, _path + ".video", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".video",
        expected: "(VideoItem | undefined)",
        value: input.video
    }), undefined === input.quotedMessage || ("object" === typeof input.quotedMessage && null !== input.quotedMessage || _report(_exceptionable, {
        path: _path + ".quotedMessage",
        expected: "(QuotedMessage | undefined)",
        value: input.quotedMessage
    })) && _vo6(input.quotedMessage, _path + ".quotedMessage", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".quotedMessage",
        expected: "(QuotedMessage | undefined)",
        value: input.quotedMessage
    }), ("object" === typeof input.raw && null !== input.raw && false === Array.isArray(input.raw) || _report(_exceptionable, {
        path: _path + ".raw",
        expected: "Record<string, unknown>",
        value: input.raw
    })) && _vo7(input.raw, _path + ".raw", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".raw",
        expected: "Record<string, unknown>",
        value: input.raw
    })].every((flag: boolean) => flag); const _vo1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["number" === typeof input.thumb_width || _report(_exceptionable, {
        path: _path + ".thumb_width",
        expected: "number",
        value: input.thumb_width
    }), "number" === typeof input.thumb_height || _report(_exceptionable, {
        path: _path + ".thumb_height",
        expected: "number",
        value: input.thumb_height
    }), "number" === typeof input.mid_size || _report(_exceptionable, {
        path: _path + ".mid_size",
        expected: "number",
        value: input.mid_size
    }), ("object" === typeof input.media && null !== input.media || _report(_exceptionable, {
        path: _path + ".media",
        expected: "MediaReference",
        value: input.media
    })) && _vo2(input.media, _path + ".media", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".media",
        expected: "MediaReference",
        value: input.media
    })].every((flag: boolean) => flag); const _vo2 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.encrypt_query_param || _report(_exceptionable, {
        path: _path + ".encrypt_query_param",
        expected: "string",
        value: input.encrypt_query_param
    }), false === _exceptionable || Object.keys(input).map((key: any) => {
        if (["encrypt_query_param"].some((prop: any) => key === prop))
            return true;
        const value = input[key];
        if (undefined === value)
            return true;
        return true;
    }).every((flag: boolean) => flag)].every((flag: boolean) => flag); const _vo3 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["number" === typeof input.playtime || _report(_exceptionable, {
        path: _path + ".playtime",
        expected: "number",
        value: input.playtime
    }), "string" === typeof input.text || _report(_exceptionable, {
        path: _path + ".text",
        expected: "string",
        value: input.text
    }), ("object" === typeof input.media && null !== input.media || _report(_exceptionable, {
        path: _path + ".media",
        expected: "MediaReference",
        value: input.media
    })) && _vo2(input.media, _path + ".media", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".media",
        expected: "MediaReference",
        value: input.media
    })].every((flag: boolean) => flag); const _vo4 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.file_name || _report(_exceptionable, {
        path: _path + ".file_name",
        expected: "string",
        value: input.file_name
    }), "number" === typeof input.len || _report(_exceptionable, {
        path: _path + ".len",
        expected: "number",
        value: input.len
    }), "string" === typeof input.md5 || _report(_exceptionable, {
        path: _path + ".md5",
        expected: "string",
        value: input.md5
    }), ("object" === typeof input.media && null !== input.media || _report(_exceptionable, {
        path: _path + ".media",
        expected: "MediaReference",
        value: input.media
    })) && _vo2(input.media, _path + ".media", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".media",
        expected: "MediaReference",
        value: input.media
    })].every((flag: boolean) => flag); const _vo5 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["number" === typeof input.play_length || _report(_exceptionable, {
        path: _path + ".play_length",
        expected: "number",
        value: input.play_length
    }), "number" === typeof input.video_size || _report(_exceptionable, {
        path: _path + ".video_size",
        expected: "number",
        value: input.video_size
    }), "number" === typeof input.thumb_width || _report(_exceptionable, {
        path: _path + ".thumb_width",
        expected: "number",
        value: input.thumb_width
    }), "number" === typeof input.thumb_height || _report(_exceptionable, {
        path: _path + ".thumb_height",
        expected: "number",
        value: input.thumb_height
    }), ("object" === typeof input.media && null !== input.media || _report(_exceptionable, {
        path: _path + ".media",
        expected: "MediaReference",
        value: input.media
    })) && _vo2(input.media, _path + ".media", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".media",
        expected: "MediaReference",
        value: input.media
    })].every((flag: boolean) => flag); const _vo6 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.title || _report(_exceptionable, {
        path: _path + ".title",
        expected: "string",
        value: input.title
    }), true, "string" === typeof input.text || _report(_exceptionable, {
        path: _path + ".text",
        expected: "string",
        value: input.text
    })].every((flag: boolean) => flag); const _vo7 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [false === _exceptionable || Object.keys(input).map((key: any) => {
        const value = input[key];
        if (undefined === value)
            return true;
        return true;
    }).every((flag: boolean) => flag)].every((flag: boolean) => flag); const __is = (input: any): input is ParsedMessage => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<ParsedMessage> => {
    if (false === __is(input)) {
        errors = [];
        _report = (__typia_transform__validateReport._validateReport as any)(errors);
        ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
            path: _path + "",
            expected: "ParsedMessage",
            value: input
        })) && _vo0(input, _path + "", true) || _report(true, {
            path: _path + "",
            expected: "ParsedMessage",
            value: input
        }))(input, "$input", true);
        const success = 0 === errors.length;
        return success ? {
            success,
            data: input
        } : {
            success,
            errors,
            data: input
        } as any;
    }
    return {
        success: true,
        data: input
    } as any;
}); })();
/** Checks what an adapter hands over and lists every wrong place. */
export const validateIncomingMessage: (input: unknown) => Validation<IncomingMessage> = (() => { const _io0 = (input: any): boolean => "string" === typeof input.id && ("object" === typeof input.message && null !== input.message && _io1(input.message)); const _io1 = (input: any): boolean => ("image" === input.type || "video" === input.type || "file" === input.type || "voice" === input.type || "text" === input.type) && "string" === typeof input.text && (undefined === input.textWithQuote || "string" === typeof input.textWithQuote) && "string" === typeof input.from && "string" === typeof input.to && "number" === typeof input.timestamp && "string" === typeof input.contextToken && "number" === typeof input.messageId && (undefined === input.image || "object" === typeof input.image && null !== input.image && _io2(input.image)) && (undefined === input.voice || "object" === typeof input.voice && null !== input.voice && _io4(input.voice)) && (undefined === input.file || "object" === typeof input.file && null !== input.file && _io5(input.file)) && (undefined === input.video || "object" === typeof input.video && null !== input.video && _io6(input.video)) && (undefined === input.quotedMessage || "object" === typeof input.quotedMessage && null !== input.quotedMessage && _io7(input.quotedMessage)) && ("object" === typeof input.raw && null !== input.raw && false === Array.isArray(input.raw) && _io8(input.raw)); const _io2 = (input: any): boolean => "number" === typeof input.thumb_width && "number" === typeof input.thumb_height && "number" === typeof input.mid_size && ("object" === typeof input.media && null !== input.media && _io3(input.media)); const _io3 = (input: any): boolean => "string" === typeof input.encrypt_query_param && Object.keys(input).every((key: any) => {
    if (["encrypt_query_param"].some((prop: any) => key === prop))
        return true;
    const value = input[key];
    if (undefined === value)
        return true;
    return true;
}); const _io4 = (input: any): boolean => "number" === typeof input.playtime && "string" === typeof input.text && ("object" === typeof input.media && null !== input.media && _io3(input.media)); const _io5 = (input: any): boolean => "string" === typeof input.file_name && "number" === typeof input.len && "string" === typeof input.md5 && ("object" === typeof input.media && null !== input.media && _io3(input.media)); const _io6 = (input: any): boolean => "number" === typeof input.play_length && "number" === typeof input.video_size && "number" === typeof input.thumb_width && "number" === typeof input.thumb_height && ("object" === typeof input.media && null !== input.media && _io3(input.media)); const _io7 = (input: any): boolean => "string" === typeof input.title && true && "string" === typeof input.text; const _io8 = (input: any): boolean => Object.keys(input).every((key: any) => {
    const value = input[key];
    if (undefined === value)
        return true;
    return true;
}); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.id || _report(_exceptionable, {
        path: _path + ".id",
        expected: "string",
        value: input.id
    }), ("object" === typeof input.message && null !== input.message || _report(_exceptionable, {
        path: _path + ".message",
        expected: "ParsedMessage",
        value: input.message
    })) && _vo1(input.message, _path + ".message", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".message",
        expected: "ParsedMessage",
        value: input.message
    })].every((flag: boolean) => flag); const _vo1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["image" === input.type || "video" === input.type || "file" === input.type || "voice" === input.type || "text" === input.type || _report(_exceptionable, {
        path: _path + ".type",
        expected: "(\"file\" | \"image\" | \"text\" | \"video\" | \"voice\")",
        value: input.type
    }), "string" === typeof input.text || _report(_exceptionable, {
        path: _path + ".text",
        expected: "string",
        value: input.text
    }), undefined === input.textWithQuote || "string" === typeof input.textWithQuote || _report(_exceptionable, {
        path: _path + ".textWithQuote",
        expected: "(string | undefined)",
        value: input.textWithQuote
    }), "string" === typeof input.from || _report(_exceptionable, {
        path: _path + ".from",
        expected: "string",
        value: input.from
    }), "string" === typeof input.to || _report(_exceptionable, {
        path: _path + ".to",
        expected: "string",
        value: input.to
    }), "number" === typeof input.timestamp || _report(_exceptionable, {
        path: _path + ".timestamp",
        expected: "number",
        value: input.timestamp
    }), "string" === typeof input.contextToken || _report(_exceptionable, {
        path: _path + ".contextToken",
        expected: "string",
        value: input.contextToken
    }), "number" === typeof input.messageId || _report(_exceptionable, {
        path: _path + ".messageId",
        expected: "number",
        value: input.messageId
    }), undefined === input.image || ("object" === typeof input.image && null !== input.image || _report(_exceptionable, {
        path: _path + ".image",
        expected: "(ImageItem | undefined)",
        value: input.image
    })) && _vo2(input.image, _path + ".image", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".image",
        expected: "(ImageItem | undefined)",
        value: input.image
    }), undefined === input.voice || ("object" === typeof input.voice && null !== input.voice || _report(_exceptionable, {
        path: _path + ".voice",
        expected: "(VoiceItem | undefined)",
        value: input.voice
    })) && _vo4(input.voice, _path + ".voice", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".voice",
        expected: "(VoiceItem | undefined)",
        value: input.voice
    }), undefined === input.file || ("object" === typeof input.file && null !== input.file || _report(_exceptionable, {
        path: _path + ".file",
        expected: "(FileItem | undefined)",
        value: input.file
    })) && _vo5(input.file, _path + ".file", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".file",
        expected: "(FileItem | undefined)",
        value: input.file
    }), undefined === input.video || ("object" === typeof input.video && null !== input.video || _report(_exceptionable, {
        path: _path + ".video",
        expected: "(VideoItem | undefined)",
        value: input.video
    })) && _vo6(input.video, _path + ".video", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".video",
        expected: "(VideoItem | undefined)",
        value: input.video
    }), undefined === input.quotedMessage || ("object" === typeof input.quotedMessage && null !== input.quotedMessage || _report(_exceptionable, {
        path: _path + ".quotedMessage",
        expected: "(QuotedMessage | undefined)",
        value: input.quotedMessage
    })) && _vo7(input.quotedMessage, _path + ".quotedMessage", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".quotedMessage",
        expected: "(QuotedMessage | undefined)",
        value: input.quotedMessage
    }), ("object" === typeof input.raw && null !== input.raw && false === Array.isArray(input.raw) || _report(_exceptionable, {
        path: _path + ".raw",
        expected: "Record<string, unknown>",
        value: input.raw
    })) && _vo8(input.raw, _path + ".raw", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".raw",
        expected: "Record<string, unknown>",
        value: input.raw
    })].every((flag: boolean) => flag); const _vo2 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["number" === typeof input.thumb_width || _report(_exceptionable, {
        path: _path + ".thumb_width",
        expected: "number",
        value: input.thumb_width
    }), "number" === typeof input.thumb_height || _report(_exceptionable, {
        path: _path + ".thumb_height",
        expected: "number",
        value: input.thumb_height
    }), "number" === typeof input.mid_size || _report(_exceptionable, {
        path: _path + ".mid_size",
        expected: "number",
        value: input.mid_size
    }), ("object" === typeof input.media && null !== input.media || _report(_exceptionable, {
        path: _path + ".media",
        expected: "MediaReference",
        value: input.media
    })) && _vo3(input.media, _path + ".media", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".media",
        expected: "MediaReference",
        value: input.media
    })].every((flag: boolean) => flag); const _vo3 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.encrypt_query_param || _report(_exceptionable, {
        path: _path + ".encrypt_query_param",
        expected: "string",
        value: input.encrypt_query_param
    }), false === _exceptionable || Object.keys(input).map((key: any) => {
        if (["encrypt_query_param"].some((prop: any) => key === prop))
            return true;
        const value = input[key];
        if (undefined === value)
            return true;
        return true;
    }).every((flag: boolean) => flag)].every((flag: boolean) => flag); const _vo4 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["number" === typeof input.playtime || _report(_exceptionable, {
        path: _path + ".playtime",
        expected: "number",
        value: input.playtime
    }), "string" === typeof input.text || _report(_exceptionable, {
        path: _path + ".text",
        expected: "string",
        value: input.text
    }), ("object" === typeof input.media && null !== input.media || _report(_exceptionable, {
        path: _path + ".media",
        expected: "MediaReference",
        value: input.media
    })) && _vo3(input.media, _path + ".media", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".media",
        expected: "MediaReference",
        value: input.media
    })].every((flag: boolean) => flag); const _vo5 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.file_name || _report(_exceptionable, {
        path: _path + ".file_name",
        expected: "string",
        value: input.file_name
    }), "number" === typeof input.len || _report(_exceptionable, {
        path: _path + ".len",
        expected: "number",
        value: input.len
    }), "string" === typeof input.md5 || _report(_exceptionable, {
        path: _path + ".md5",
        expected: "string",
        value: input.md5
    }), ("object" === typeof input.media && null !== input.media || _report(_exceptionable, {
        path: _path + ".media",
        expected: "MediaReference",
        value: input.media
    })) && _vo3(input.media, _path + ".media", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".media",
        expected: "MediaReference",
        value: input.media
    })].every((flag: boolean) => flag); const _vo6 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["number" === typeof input.play_length || _report(_exceptionable, {
        path: _path + ".play_length",
        expected: "number",
        value: input.play_length
    }), "number" === typeof input.video_size || _report(_exceptionable, {
        path: _path + ".video_size",
        expected: "number",
        value: input.video_size
    }), "number" === typeof input.thumb_width || _report(_exceptionable, {
        path: _path + ".thumb_width",
        expected: "number",
        value: input.thumb_width
    }), "number" === typeof input.thumb_height || _report(_exceptionable, {
        path: _path + ".thumb_height",
        expected: "number",
        value: input.thumb_height
    }), ("object" === typeof input.media && null !== input.media || _report(_exceptionable, {
        path: _path + ".media",
        expected: "MediaReference",
        value: input.media
    })) && _vo3(input.media, _path + ".media", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".media",
        expected: "MediaReference",
        value: input.media
    })].every((flag: boolean) => flag); const _vo7 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.title || _report(_exceptionable, {
        path: _path + ".title",
        expected: "string",
        value: input.title
    }), true, "string" === typeof input.text || _report(_exceptionable, {
        path: _path + ".text",
        expected: "string",
        value: input.text
    })].every((flag: boolean) => flag); const _vo8 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [false === _exceptionable || Object.keys(input).map((key: any) => {
        const value = input[key];
        if (undefined === value)
            return true;
        return true;
    }).every((flag: boolean) => flag)].every((flag: boolean) => flag); const __is = (input: any): input is IncomingMessage => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<IncomingMessage> => {
    if (false === __is(input)) {
        errors = [];
        _report = (__typia_transform__validateReport._validateReport as any)(errors);
        ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
            path: _path + "",
            expected: "IncomingMessage",
            value: input
        })) && _vo0(input, _path + "", true) || _report(true, {
            path: _path + "",
            expected: "IncomingMessage",
            value: input
        }))(input, "$input", true);
        const success = 0 === errors.length;
        return success ? {
            success,
            data: input
        } : {
            success,
            errors,
            data: input
        } as any;
    }
    return {
        success: true,
        data: input
    } as any;
}); })();
/** A declaration with the bounds of texts in lists, which the tags of a comment do not reach. */
interface BoundedMeta extends PluginMeta {
    triggers?: (string & tags.MaxLength<200>)[];
    permissions?: BoundedPermissions;
}
/** The longest name of a host in the Internet has 253 characters. */
interface BoundedPermissions extends PluginPermissions {
    hosts?: (string & tags.MaxLength<253>)[];
}
/** Checks a plugin's declaration and lists every wrong place. */
export const validatePluginMeta: (input: unknown) => Validation<PluginMeta> = (() => { const _io0 = (input: any): boolean => (undefined === input.triggers || Array.isArray(input.triggers) && (input.triggers.length <= 200 && input.triggers.every((elem: any) => "string" === typeof elem && elem.length <= 200))) && (undefined === input.permissions || "object" === typeof input.permissions && null !== input.permissions && false === Array.isArray(input.permissions) && _io1(input.permissions)) && (undefined === input.slug || "string" === typeof input.slug && RegExp("^[a-z0-9-]{2,64}$").test(input.slug)) && (undefined === input.name || "string" === typeof input.name && input.name.length <= 200) && (undefined === input.description || "string" === typeof input.description && input.description.length <= 1000) && (undefined === input.icon || "string" === typeof input.icon && input.icon.length <= 32) && (undefined === input.category || "message" === input.category || "utility" === input.category || "fun" === input.category || "game" === input.category || "content" === input.category || "command" === input.category || "scheduled" === input.category) && (undefined === input.version || "string" === typeof input.version && input.version.length <= 64) && (undefined === input.config_schema || Array.isArray(input.config_schema) && (input.config_schema.length <= 100 && input.config_schema.every((elem: any) => "object" === typeof elem && null !== elem && _io2(elem)))) && (undefined === input.priority || "number" === typeof input.priority && (Math.floor(input.priority) === input.priority && -2147483648 <= input.priority && input.priority <= 2147483647 && 0 <= input.priority && input.priority <= 1000)); const _io1 = (input: any): boolean => (undefined === input.hosts || Array.isArray(input.hosts) && (input.hosts.length <= 100 && input.hosts.every((elem: any) => "string" === typeof elem && elem.length <= 253))) && (undefined === input.creds || Array.isArray(input.creds) && (input.creds.length <= 100 && input.creds.every((elem: any) => "wechat" === elem || "feishu" === elem || "wecom" === elem || "dingtalk" === elem || "telegram" === elem))) && (undefined === input.ai || "boolean" === typeof input.ai) && (undefined === input.search || "boolean" === typeof input.search) && (undefined === input.media || "boolean" === typeof input.media) && (undefined === input.proactive || "boolean" === typeof input.proactive); const _io2 = (input: any): boolean => "string" === typeof input.key && input.key.length <= 100 && ("string" === typeof input.label && input.label.length <= 1000) && ("number" === input.type || "boolean" === input.type || "text" === input.type || "password" === input.type || "textarea" === input.type || "select" === input.type) && (undefined === input.placeholder || "string" === typeof input.placeholder && input.placeholder.length <= 1000) && true && (undefined === input.options || Array.isArray(input.options) && (input.options.length <= 200 && input.options.every((elem: any) => "object" === typeof elem && null !== elem && _io3(elem)))); const _io3 = (input: any): boolean => ("string" === typeof input.value && input.value.length <= 1000 || "number" === typeof input.value || "boolean" === typeof input.value) && ("string" === typeof input.label && input.label.length <= 200); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [undefined === input.triggers || (Array.isArray(input.triggers) || _report(_exceptionable, {
        path: _path + ".triggers",
        expected: "((Array<string & MaxLength<200>> & MaxItems<200>) | undefined)",
        value: input.triggers
    })) && ((input.triggers.length <= 200 || _report(_exceptionable, {
        path: _path + ".triggers",
        expected: "Array<> & MaxItems<200>",
        value: input.triggers
    })) && input.triggers.map((elem: any, _index6: number) => "string" === typeof elem && (elem.length <= 200 || _report(_exceptionable, {
        path: _path + ".triggers[" + _index6 + "]",
        expected: "string & MaxLength<200>",
        value: elem
    })) || _report(_exceptionable, {
        path: _path + ".triggers[" + _index6 + "]",
        expected: "(string & MaxLength<200>)",
        value: elem
    })).every((flag: boolean) => flag)) || _report(_exceptionable, {
        path: _path + ".triggers",
        expected: "((Array<string & MaxLength<200>> & MaxItems<200>) | undefined)",
        value: input.triggers
    }), undefined === input.permissions || ("object" === typeof input.permissions && null !== input.permissions && false === Array.isArray(input.permissions) || _report(_exceptionable, {
        path: _path + ".permissions",
        expected: "(BoundedPermissions | undefined)",
        value: input.permissions
    })) && _vo1(input.permissions, _path + ".permissions", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".permissions",
        expected: "(BoundedPermissions | undefined)",
        value: input.permissions
    }), undefined === input.slug || "string" === typeof input.slug && (RegExp("^[a-z0-9-]{2,64}$").test(input.slug) || _report(_exceptionable, {
        path: _path + ".slug",
        expected: "string & Pattern<\"^[a-z0-9-]{2,64}$\">",
        value: input.slug
    })) || _report(_exceptionable, {
        path: _path + ".slug",
        expected: "((string & Pattern<\"^[a-z0-9-]{2,64}$\">) | undefined)",
        value: input.slug
    }), undefined === input.name || "string" === typeof input.name && (input.name.length <= 200 || _report(_exceptionable, {
        path: _path + ".name",
        expected: "string & MaxLength<200>",
        value: input.name
    })) || _report(_exceptionable, {
        path: _path + ".name",
        expected: "((string & MaxLength<200>) | undefined)",
        value: input.name
    }), undefined === input.description || "string" === typeof input.description && (input.description.length <= 1000 || _report(_exceptionable, {
        path: _path + ".description",
        expected: "string & MaxLength<1000>",
        value: input.description
    })) || _report(_exceptionable, {
        path: _path + ".description",
        expected: "((string & MaxLength<1000>) | undefined)",
        value: input.description
    }), undefined === input.icon || "string" === typeof input.icon && (input.icon.length <= 32 || _report(_exceptionable, {
        path: _path + ".icon",
        expected: "string & MaxLength<32>",
        value: input.icon
    })) || _report(_exceptionable, {
        path: _path + ".icon",
        expected: "((string & MaxLength<32>) | undefined)",
        value: input.icon
    }), undefined === input.category || "message" === input.category || "utility" === input.category || "fun" === input.category || "game" === input.category || "content" === input.category || "command" === input.category || "scheduled" === input.category || _report(_exceptionable, {
        path: _path + ".category",
        expected: "(\"command\" | \"content\" | \"fun\" | \"game\" | \"message\" | \"scheduled\" | \"utility\" | undefined)",
        value: input.category
    }), undefined === input.version || "string" === typeof input.version && (input.version.length <= 64 || _report(_exceptionable, {
        path: _path + ".version",
        expected: "string & MaxLength<64>",
        value: input.version
    })) || _report(_exceptionable, {
        path: _path + ".version",
        expected: "((string & MaxLength<64>) | undefined)",
        value: input.version
    }), undefined === input.config_schema || (Array.isArray(input.config_schema) || _report(_exceptionable, {
        path: _path + ".config_schema",
        expected: "((Array<ConfigSchemaItem> & MaxItems<100>) | undefined)",
        value: input.config_schema
    })) && ((input.config_schema.length <= 100 || _report(_exceptionable, {
        path: _path + ".config_schema",
        expected: "Array<> & MaxItems<100>",
        value: input.config_schema
    })) && input.config_schema.map((elem: any, _index7: number) => ("object" === typeof elem && null !== elem || _report(_exceptionable, {
        path: _path + ".config_schema[" + _index7 + "]",
        expected: "ConfigSchemaItem",
        value: elem
    })) && _vo2(elem, _path + ".config_schema[" + _index7 + "]", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".config_schema[" + _index7 + "]",
        expected: "ConfigSchemaItem",
        value: elem
    })).every((flag: boolean) => flag)) || _report(_exceptionable, {
        path: _path + ".config_schema",
        expected: "((Array<ConfigSchemaItem> & MaxItems<100>) | undefined)",
        value: input.config_schema
    }), undefined === input.priority || "number" === typeof input.priority && (Math.floor(input.priority) === input.priority && -2147483648 <= input.priority && input.priority <= 2147483647 || _report(_exceptionable, {
        path: _path + ".priority",
        expected: "number & Type<\"int32\">",
        value: input.priority
    })) && (0 <= input.priority || _report(_exceptionable, {
        path: _path + ".priority",
        expected: "number & Minimum<0>",
        value: input.priority
    })) && (input.priority <= 1000 || _report(_exceptionable, {
        path: _path + ".priority",
        expected: "number & Maximum<1000>",
        value: input.priority
    })) || _report(_exceptionable, {
        path: _path + ".priority",
        expected: "((number & Type<\"int32\"> & Minimum<0> & Maximum<1000>) | undefined)",
        value: input.priority
    })].every((flag: boolean) => flag); const _vo1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [undefined === input.hosts || (Array.isArray(input.hosts) || _report(_exceptionable, {
        path: _path + ".hosts",
        expected: "((Array<string & MaxLength<253>> & MaxItems<100>) | undefined)",
        value: input.hosts
    })) && ((input.hosts.length <= 100 || _report(_exceptionable, {
        path: _path + ".hosts",
        expected: "Array<> & MaxItems<100>",
        value: input.hosts
    })) && input.hosts.map((elem: any, _index8: number) => "string" === typeof elem && (elem.length <= 253 || _report(_exceptionable, {
        path: _path + ".hosts[" + _index8 + "]",
        expected: "string & MaxLength<253>",
        value: elem
    })) || _report(_exceptionable, {
        path: _path + ".hosts[" + _index8 + "]",
        expected: "(string & MaxLength<253>)",
        value: elem
    })).every((flag: boolean) => flag)) || _report(_exceptionable, {
        path: _path + ".hosts",
        expected: "((Array<string & MaxLength<253>> & MaxItems<100>) | undefined)",
        value: input.hosts
    }), undefined === input.creds || (Array.isArray(input.creds) || _report(_exceptionable, {
        path: _path + ".creds",
        expected: "((Array<\"wechat\" | \"feishu\" | \"wecom\" | \"dingtalk\" | \"telegram\"> & MaxItems<100>) | undefined)",
        value: input.creds
    })) && ((input.creds.length <= 100 || _report(_exceptionable, {
        path: _path + ".creds",
        expected: "Array<> & MaxItems<100>",
        value: input.creds
    })) && input.creds.map((elem: any, _index9: number) => "wechat" === elem || "feishu" === elem || "wecom" === elem || "dingtalk" === elem || "telegram" === elem || _report(_exceptionable, {
        path: _path + ".creds[" + _index9 + "]",
        expected: "(\"dingtalk\" | \"feishu\" | \"telegram\" | \"wechat\" | \"wecom\")",
        value: elem
    })).every((flag: boolean) => flag)) || _report(_exceptionable, {
        path: _path + ".creds",
        expected: "((Array<\"wechat\" | \"feishu\" | \"wecom\" | \"dingtalk\" | \"telegram\"> & MaxItems<100>) | undefined)",
        value: input.creds
    }), undefined === input.ai || "boolean" === typeof input.ai || _report(_exceptionable, {
        path: _path + ".ai",
        expected: "(boolean | undefined)",
        value: input.ai
    }), undefined === input.search || "boolean" === typeof input.search || _report(_exceptionable, {
        path: _path + ".search",
        expected: "(boolean | undefined)",
        value: input.search
    }), undefined === input.media || "boolean" === typeof input.media || _report(_exceptionable, {
        path: _path + ".media",
        expected: "(boolean | undefined)",
        value: input.media
    }), undefined === input.proactive || "boolean" === typeof input.proactive || _report(_exceptionable, {
        path: _path + ".proactive",
        expected: "(boolean | undefined)",
        value: input.proactive
    })].every((flag: boolean) => flag); const _vo2 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.key && (input.key.length <= 100 || _report(_exceptionable, {
        path: _path + ".key",
        expected: "string & MaxLength<100>",
        value: input.key
    })) || _report(_exceptionable, {
        path: _path + ".key",
        expected: "(string & MaxLength<100>)",
        value: input.key
    }), "string" === typeof input.label && (input.label.length <= 1000 || _report(_exceptionable, {
        path: _path + ".label",
        expected: "string & MaxLength<1000>",
        value: input.label
    })) || _report(_exceptionable, {
        path: _path + ".label",
        expected: "(string & MaxLength<1000>)",
        value: input.label
    }), "number" === input.type || "boolean" === input.type || "text" === input.type || "password" === input.type || "textarea" === input.type || "select" === input.type || _report(_exceptionable, {
        path: _path + ".type",
        expected: "(\"boolean\" | \"number\" | \"password\" | \"select\" | \"text\" | \"textarea\")",
        value: input.type
    }), undefined === input.placeholder || "string" === typeof input.placeholder && (input.placeholder.length <= 1000 || _report(_exceptionable, {
        path: _path + ".placeholder",
        expected: "string & MaxLength<1000>",
        value: input.placeholder
    })) || _report(_exceptionable, {
        path: _path + ".placeholder",
        expected: "((string & MaxLength<1000>) | undefined)",
        value: input.placeholder
    }), true, undefined === input.options || (Array.isArray(input.options) || _report(_exceptionable, {
        path: _path + ".options",
        expected: "((Array<ConfigOption> & MaxItems<200>) | undefined)",
        value: input.options
    })) && ((input.options.length <= 200 || _report(_exceptionable, {
        path: _path + ".options",
        expected: "Array<> & MaxItems<200>",
        value: input.options
    })) && input.options.map((elem: any, _index10: number) => ("object" === typeof elem && null !== elem || _report(_exceptionable, {
        path: _path + ".options[" + _index10 + "]",
        expected: "ConfigOption",
        value: elem
    })) && _vo3(elem, _path + ".options[" + _index10 + "]", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".options[" + _index10 + "]",
        expected: "ConfigOption",
        value: elem
    })).every((flag: boolean) => flag)) || _report(_exceptionable, {
        path: _path + ".options",
        expected: "((Array<ConfigOption> & MaxItems<200>) | undefined)",
        value: input.options
    })].every((flag: boolean) => flag); const _vo3 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.value && (input.value.length <= 1000 || _report(_exceptionable, {
        path: _path + ".value",
        expected: "string & MaxLength<1000>",
        value: input.value
    })) || "number" === typeof input.value || "boolean" === typeof input.value || _report(_exceptionable, {
        path: _path + ".value",
        expected: "((string & MaxLength<1000>) | boolean | number)",
        value: input.value
    }), "string" === typeof input.label && (input.label.length <= 200 || _report(_exceptionable, {
        path: _path + ".label",
        expected: "string & MaxLength<200>",
        value: input.label
    })) || _report(_exceptionable, {
        path: _path + ".label",
        expected: "(string & MaxLength<200>)",
        value: input.label
    })].every((flag: boolean) => flag); const __is = (input: any): input is BoundedMeta => "object" === typeof input && null !== input && false === Array.isArray(input) && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<BoundedMeta> => {
    if (false === __is(input)) {
        errors = [];
        _report = (__typia_transform__validateReport._validateReport as any)(errors);
        ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input && false === Array.isArray(input) || _report(true, {
            path: _path + "",
            expected: "BoundedMeta",
            value: input
        })) && _vo0(input, _path + "", true) || _report(true, {
            path: _path + "",
            expected: "BoundedMeta",
            value: input
        }))(input, "$input", true);
        const success = 0 === errors.length;
        return success ? {
            success,
            data: input
        } : {
            success,
            errors,
            data: input
        } as any;
    }
    return {
        success: true,
        data: input
    } as any;
}); })();
/** Checks a plugin's declaration and ends at the first wrong place: a stranger may have written it. */
export const assertPluginMeta: Assertion<PluginMeta> = (() => { const _io0 = (input: any): boolean => (undefined === input.triggers || Array.isArray(input.triggers) && (input.triggers.length <= 200 && input.triggers.every((elem: any) => "string" === typeof elem && elem.length <= 200))) && (undefined === input.permissions || "object" === typeof input.permissions && null !== input.permissions && false === Array.isArray(input.permissions) && _io1(input.permissions)) && (undefined === input.slug || "string" === typeof input.slug && RegExp("^[a-z0-9-]{2,64}$").test(input.slug)) && (undefined === input.name || "string" === typeof input.name && input.name.length <= 200) && (undefined === input.description || "string" === typeof input.description && input.description.length <= 1000) && (undefined === input.icon || "string" === typeof input.icon && input.icon.length <= 32) && (undefined === input.category || "message" === input.category || "utility" === input.category || "fun" === input.category || "game" === input.category || "content" === input.category || "command" === input.category || "scheduled" === input.category) && (undefined === input.version || "string" === typeof input.version && input.version.length <= 64) && (undefined === input.config_schema || Array.isArray(input.config_schema) && (input.config_schema.length <= 100 && input.config_schema.every((elem: any) => "object" === typeof elem && null !== elem && _io2(elem)))) && (undefined === input.priority || "number" === typeof input.priority && (Math.floor(input.priority) === input.priority && -2147483648 <= input.priority && input.priority <= 2147483647 && 0 <= input.priority && input.priority <= 1000)); const _io1 = (input: any): boolean => (undefined === input.hosts || Array.isArray(input.hosts) && (input.hosts.length <= 100 && input.hosts.every((elem: any) => "string" === typeof elem && elem.length <= 253))) && (undefined === input.creds || Array.isArray(input.creds) && (input.creds.length <= 100 && input.creds.every((elem: any) => "wechat" === elem || "feishu" === elem || "wecom" === elem || "dingtalk" === elem || "telegram" === elem))) && (undefined === input.ai || "boolean" === typeof input.ai) && (undefined === input.search || "boolean" === typeof input.search) && (undefined === input.media || "boolean" === typeof input.media) && (undefined === input.proactive || "boolean" === typeof input.proactive); const _io2 = (input: any): boolean => "string" === typeof input.key && input.key.length <= 100 && ("string" === typeof input.label && input.label.length <= 1000) && ("number" === input.type || "boolean" === input.type || "text" === input.type || "password" === input.type || "textarea" === input.type || "select" === input.type) && (undefined === input.placeholder || "string" === typeof input.placeholder && input.placeholder.length <= 1000) && true && (undefined === input.options || Array.isArray(input.options) && (input.options.length <= 200 && input.options.every((elem: any) => "object" === typeof elem && null !== elem && _io3(elem)))); const _io3 = (input: any): boolean => ("string" === typeof input.value && input.value.length <= 1000 || "number" === typeof input.value || "boolean" === typeof input.value) && ("string" === typeof input.label && input.label.length <= 200); const _ao0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => (undefined === input.triggers || (Array.isArray(input.triggers) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".triggers",
    expected: "((Array<string & MaxLength<200>> & MaxItems<200>) | undefined)",
    value: input.triggers
}, _errorFactory)) && ((input.triggers.length <= 200 || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".triggers",
    expected: "Array<> & MaxItems<200>",
    value: input.triggers
}, _errorFactory)) && input.triggers.every((elem: any, _index6: number) => "string" === typeof elem && (elem.length <= 200 || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".triggers[" + _index6 + "]",
    expected: "string & MaxLength<200>",
    value: elem
}, _errorFactory)) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".triggers[" + _index6 + "]",
    expected: "(string & MaxLength<200>)",
    value: elem
}, _errorFactory))) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".triggers",
    expected: "((Array<string & MaxLength<200>> & MaxItems<200>) | undefined)",
    value: input.triggers
}, _errorFactory)) && (undefined === input.permissions || ("object" === typeof input.permissions && null !== input.permissions && false === Array.isArray(input.permissions) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".permissions",
    expected: "(BoundedPermissions | undefined)",
    value: input.permissions
}, _errorFactory)) && _ao1(input.permissions, _path + ".permissions", true && _exceptionable) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".permissions",
    expected: "(BoundedPermissions | undefined)",
    value: input.permissions
}, _errorFactory)) && (undefined === input.slug || "string" === typeof input.slug && (RegExp("^[a-z0-9-]{2,64}$").test(input.slug) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".slug",
    expected: "string & Pattern<\"^[a-z0-9-]{2,64}$\">",
    value: input.slug
}, _errorFactory)) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".slug",
    expected: "((string & Pattern<\"^[a-z0-9-]{2,64}$\">) | undefined)",
    value: input.slug
}, _errorFactory)) && (undefined === input.name || "string" === typeof input.name && (input.name.length <= 200 || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".name",
    expected: "string & MaxLength<200>",
    value: input.name
}, _errorFactory)) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".name",
    expected: "((string & MaxLength<200>) | undefined)",
    value: input.name
}, _errorFactory)) && (undefined === input.description || "string" === typeof input.description && (input.description.length <= 1000 || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".description",
    expected: "string & MaxLength<1000>",
    value: input.description
}, _errorFactory)) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".description",
    expected: "((string & MaxLength<1000>) | undefined)",
    value: input.description
}, _errorFactory)) && (undefined === input.icon || "string" === typeof input.icon && (input.icon.length <= 32 || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".icon",
    expected: "string & MaxLength<32>",
    value: input.icon
}, _errorFactory)) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".icon",
    expected: "((string & MaxLength<32>) | undefined)",
    value: input.icon
}, _errorFactory)) && (undefined === input.category || "message" === input.category || "utility" === input.category || "fun" === input.category || "game" === input.category || "content" === input.category || "command" === input.category || "scheduled" === input.category || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".category",
    expected: "(\"command\" | \"content\" | \"fun\" | \"game\" | \"message\" | \"scheduled\" | \"utility\" | undefined)",
    value: input.category
}, _errorFactory)) && (undefined === input.version || "string" === typeof input.version && (input.version.length <= 64 || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".version",
    expected: "string & MaxLength<64>",
    value: input.version
}, _errorFactory)) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".version",
    expected: "((string & MaxLength<64>) | undefined)",
    value: input.version
}, _errorFactory)) && (undefined === input.config_schema || (Array.isArray(input.config_schema) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".config_schema",
    expected: "((Array<ConfigSchemaItem> & MaxItems<100>) | undefined)",
    value: input.config_schema
}, _errorFactory)) && ((input.config_schema.length <= 100 || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".config_schema",
    expected: "Array<> & MaxItems<100>",
    value: input.config_schema
}, _errorFactory)) && input.config_schema.every((elem: any, _index7: number) => ("object" === typeof elem && null !== elem || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".config_schema[" + _index7 + "]",
    expected: "ConfigSchemaItem",
    value: elem
}, _errorFactory)) && _ao2(elem, _path + ".config_schema[" + _index7 + "]", true && _exceptionable) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".config_schema[" + _index7 + "]",
    expected: "ConfigSchemaItem",
    value: elem
}, _errorFactory))) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".config_schema",
    expected: "((Array<ConfigSchemaItem> & MaxItems<100>) | undefined)",
    value: input.config_schema
}, _errorFactory)) && (undefined === input.priority || "number" === typeof input.priority && (Math.floor(input.priority) === input.priority && -2147483648 <= input.priority && input.priority <= 2147483647 || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".priority",
    expected: "number & Type<\"int32\">",
    value: input.priority
}, _errorFactory)) && (0 <= input.priority || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".priority",
    expected: "number & Minimum<0>",
    value: input.priority
}, _errorFactory)) && (input.priority <= 1000 || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".priority",
    expected: "number & Maximum<1000>",
    value: input.priority
}, _errorFactory)) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".priority",
    expected: "((number & Type<\"int32\"> & Minimum<0> & Maximum<1000>) | undefined)",
    value: input.priority
}, _errorFactory)); const _ao1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => (undefined === input.hosts || (Array.isArray(input.hosts) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".hosts",
    expected: "((Array<string & MaxLength<253>> & MaxItems<100>) | undefined)",
    value: input.hosts
}, _errorFactory)) && ((input.hosts.length <= 100 || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".hosts",
    expected: "Array<> & MaxItems<100>",
    value: input.hosts
}, _errorFactory)) && input.hosts.every((elem: any, _index8: number) => "string" === typeof elem && (elem.length <= 253 || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".hosts[" + _index8 + "]",
    expected: "string & MaxLength<253>",
    value: elem
}, _errorFactory)) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".hosts[" + _index8 + "]",
    expected: "(string & MaxLength<253>)",
    value: elem
}, _errorFactory))) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".hosts",
    expected: "((Array<string & MaxLength<253>> & MaxItems<100>) | undefined)",
    value: input.hosts
}, _errorFactory)) && (undefined === input.creds || (Array.isArray(input.creds) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".creds",
    expected: "((Array<\"wechat\" | \"feishu\" | \"wecom\" | \"dingtalk\" | \"telegram\"> & MaxItems<100>) | undefined)",
    value: input.creds
}, _errorFactory)) && ((input.creds.length <= 100 || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".creds",
    expected: "Array<> & MaxItems<100>",
    value: input.creds
}, _errorFactory)) && input.creds.every((elem: any, _index9: number) => "wechat" === elem || "feishu" === elem || "wecom" === elem || "dingtalk" === elem || "telegram" === elem || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".creds[" + _index9 + "]",
    expected: "(\"dingtalk\" | \"feishu\" | \"telegram\" | \"wechat\" | \"wecom\")",
    value: elem
}, _errorFactory))) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".creds",
    expected: "((Array<\"wechat\" | \"feishu\" | \"wecom\" | \"dingtalk\" | \"telegram\"> & MaxItems<100>) | undefined)",
    value: input.creds
}, _errorFactory)) && (undefined === input.ai || "boolean" === typeof input.ai || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".ai",
    expected: "(boolean | undefined)",
    value: input.ai
}, _errorFactory)) && (undefined === input.search || "boolean" === typeof input.search || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".search",
    expected: "(boolean | undefined)",
    value: input.search
}, _errorFactory)) && (undefined === input.media || "boolean" === typeof input.media || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".media",
    expected: "(boolean | undefined)",
    value: input.media
}, _errorFactory)) && (undefined === input.proactive || "boolean" === typeof input.proactive || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".proactive",
    expected: "(boolean | undefined)",
    value: input.proactive
}, _errorFactory)); const _ao2 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ("string" === typeof input.key && (input.key.length <= 100 || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".key",
    expected: "string & MaxLength<100>",
    value: input.key
}, _errorFactory)) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".key",
    expected: "(string & MaxLength<100>)",
    value: input.key
}, _errorFactory)) && ("string" === typeof input.label && (input.label.length <= 1000 || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".label",
    expected: "string & MaxLength<1000>",
    value: input.label
}, _errorFactory)) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".label",
    expected: "(string & MaxLength<1000>)",
    value: input.label
}, _errorFactory)) && ("number" === input.type || "boolean" === input.type || "text" === input.type || "password" === input.type || "textarea" === input.type || "select" === input.type || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".type",
    expected: "(\"boolean\" | \"number\" | \"password\" | \"select\" | \"text\" | \"textarea\")",
    value: input.type
}, _errorFactory)) && (undefined === input.placeholder || "string" === typeof input.placeholder && (input.placeholder.length <= 1000 || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".placeholder",
    expected: "string & MaxLength<1000>",
    value: input.placeholder
}, _errorFactory)) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".placeholder",
    expected: "((string & MaxLength<1000>) | undefined)",
    value: input.placeholder
}, _errorFactory)) && true && (undefined === input.options || (Array.isArray(input.options) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".options",
    expected: "((Array<ConfigOption> & MaxItems<200>) | undefined)",
    value: input.options
}, _errorFactory)) && ((input.options.length <= 200 || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".options",
    expected: "Array<> & MaxItems<200>",
    value: input.options
}, _errorFactory)) && input.options.every((elem: any, _index10: number) => ("object" === typeof elem && null !== elem || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".options[" + _index10 + "]",
    expected: "ConfigOption",
    value: elem
}, _errorFactory)) && _ao3(elem, _path + ".options[" + _index10 + "]", true && _exceptionable) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".options[" + _index10 + "]",
    expected: "ConfigOption",
    value: elem
}, _errorFactory))) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".options",
    expected: "((Array<ConfigOption> & MaxItems<200>) | undefined)",
    value: input.options
}, _errorFactory)); const _ao3 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ("string" === typeof input.value && (input.value.length <= 1000 || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".value",
    expected: "string & MaxLength<1000>",
    value: input.value
}, _errorFactory)) || "number" === typeof input.value || "boolean" === typeof input.value || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".value",
    expected: "((string & MaxLength<1000>) | boolean | number)",
    value: input.value
}, _errorFactory)) && ("string" === typeof input.label && (input.label.length <= 200 || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".label",
    expected: "string & MaxLength<200>",
    value: input.label
}, _errorFactory)) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
    method: "typia.createAssert",
    path: _path + ".label",
    expected: "(string & MaxLength<200>)",
    value: input.label
}, _errorFactory)); const __is = (input: any): input is BoundedMeta => "object" === typeof input && null !== input && false === Array.isArray(input) && _io0(input); let _errorFactory: any; return (input: any, errorFactory?: (p: import("typia").TypeGuardError.IProps) => Error): BoundedMeta => {
    if (false === __is(input)) {
        _errorFactory = errorFactory;
        ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input && false === Array.isArray(input) || __typia_transform__assertGuard._assertGuard(true, {
            method: "typia.createAssert",
            path: _path + "",
            expected: "BoundedMeta",
            value: input
        }, _errorFactory)) && _ao0(input, _path + "", true) || __typia_transform__assertGuard._assertGuard(true, {
            method: "typia.createAssert",
            path: _path + "",
            expected: "BoundedMeta",
            value: input
        }, _errorFactory))(input, "$input", true);
    }
    return input;
}; })();
/** Checks an entry of a journal, its bytes already read. */
export const validateJournalEntry: (input: unknown) => Validation<JournalEntry> = (() => { const _iv1 = new Set(["bot.reply", "bot.sendText", "bot.sendImage", "bot.sendVideo", "bot.sendFile", "bot.sendVoice", "bot.sendTyping", "bot.cancelTyping", "bot.downloadImage", "bot.downloadVoice", "bot.downloadFile", "bot.downloadVideo", "bot.downloadRaw", "storage.get", "storage.set", "storage.compareAndSet", "storage.delete", "storage.keys", "storage.clear", "aiService.callModel", "aiService.getModelsByCategory", "aiService.getModelInfo", "aiService.isFreeModel", "aiService.getImageUsageToday", "aiService.getFreeImageQuota", "searchService.search", "getPlatformCreds", "fetch", "call.start", "timer"]); const _vv2 = new Set(["bot.reply", "bot.sendText", "bot.sendImage", "bot.sendVideo", "bot.sendFile", "bot.sendVoice", "bot.sendTyping", "bot.cancelTyping", "bot.downloadImage", "bot.downloadVoice", "bot.downloadFile", "bot.downloadVideo", "bot.downloadRaw", "storage.get", "storage.set", "storage.compareAndSet", "storage.delete", "storage.keys", "storage.clear", "aiService.callModel", "aiService.getModelsByCategory", "aiService.getModelInfo", "aiService.isFreeModel", "aiService.getImageUsageToday", "aiService.getFreeImageQuota", "searchService.search", "getPlatformCreds", "fetch", "call.start", "timer"]); const _io0 = (input: any): boolean => "string" === typeof input.callId && "number" === typeof input.sequence && true === _iv1.has(input.operation) && Array.isArray(input.args) && (undefined === input.outcome || "object" === typeof input.outcome && null !== input.outcome && _iu0(input.outcome)) && (undefined === input.version || "string" === typeof input.version) && (undefined === input.config || "object" === typeof input.config && null !== input.config && false === Array.isArray(input.config) && _io4(input.config)); const _io1 = (input: any): boolean => "number" === typeof input.order && "number" === typeof input.at && (undefined === input.isLate || true === input.isLate) && true === input.ok && true; const _io2 = (input: any): boolean => "number" === typeof input.order && "number" === typeof input.at && (undefined === input.isLate || true === input.isLate) && false === input.ok && ("object" === typeof input.error && null !== input.error && _io3(input.error)); const _io3 = (input: any): boolean => "string" === typeof input.code && "string" === typeof input.message; const _io4 = (input: any): boolean => Object.keys(input).every((key: any) => {
    const value = input[key];
    if (undefined === value)
        return true;
    return true;
}); const _iu0 = (input: any): any => (() => {
    if (true === input.ok)
        return _io1(input);
    else if (false === input.ok)
        return _io2(input);
    else
        return false;
})(); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.callId || _report(_exceptionable, {
        path: _path + ".callId",
        expected: "string",
        value: input.callId
    }), "number" === typeof input.sequence || _report(_exceptionable, {
        path: _path + ".sequence",
        expected: "number",
        value: input.sequence
    }), true === _vv2.has(input.operation) || _report(_exceptionable, {
        path: _path + ".operation",
        expected: "(\"aiService.callModel\" | \"aiService.getFreeImageQuota\" | \"aiService.getImageUsageToday\" | \"aiService.getModelInfo\" | \"aiService.getModelsByCategory\" | \"aiService.isFreeModel\" | \"bot.cancelTyping\" | \"bot.downloadFile\" | \"bot.downloadImage\" | \"bot.downloadRaw\" | \"bot.downloadVideo\" | \"bot.downloadVoice\" | \"bot.reply\" | \"bot.sendFile\" | \"bot.sendImage\" | \"bot.sendText\" | \"bot.sendTyping\" | \"bot.sendVideo\" | \"bot.sendVoice\" | \"call.start\" | \"fetch\" | \"getPlatformCreds\" | \"searchService.search\" | \"storage.clear\" | \"storage.compareAndSet\" | \"storage.delete\" | \"storage.get\" | \"storage.keys\" | \"storage.set\" | \"timer\")",
        value: input.operation
    }), Array.isArray(input.args) || _report(_exceptionable, {
        path: _path + ".args",
        expected: "ReadonlyArray<unknown>",
        value: input.args
    }), undefined === input.outcome || ("object" === typeof input.outcome && null !== input.outcome || _report(_exceptionable, {
        path: _path + ".outcome",
        expected: "(undefined | { readonly order: number; readonly at: number; readonly isLate?: true; } & { readonly ok: false; readonly error: { code: string; message: string; }; } | { readonly order: number; readonly at: number; readonly isLate?: true; } & { readonly ok: true; readonly value: unknown; })",
        value: input.outcome
    })) && _vu0(input.outcome, _path + ".outcome", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".outcome",
        expected: "(undefined | { readonly order: number; readonly at: number; readonly isLate?: true; } & { readonly ok: false; readonly error: { code: string; message: string; }; } | { readonly order: number; readonly at: number; readonly isLate?: true; } & { readonly ok: true; readonly value: unknown; })",
        value: input.outcome
    }), undefined === input.version || "string" === typeof input.version || _report(_exceptionable, {
        path: _path + ".version",
        expected: "(string | undefined)",
        value: input.version
    }), undefined === input.config || ("object" === typeof input.config && null !== input.config && false === Array.isArray(input.config) || _report(_exceptionable, {
        path: _path + ".config",
        expected: "(Readonly<Record<string, unknown>> | undefined)",
        value: input.config
    })) && _vo4(input.config, _path + ".config", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".config",
        expected: "(Readonly<Record<string, unknown>> | undefined)",
        value: input.config
    })].every((flag: boolean) => flag); const _vo1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["number" === typeof input.order || _report(_exceptionable, {
        path: _path + ".order",
        expected: "number",
        value: input.order
    }), "number" === typeof input.at || _report(_exceptionable, {
        path: _path + ".at",
        expected: "number",
        value: input.at
    }), undefined === input.isLate || true === input.isLate || _report(_exceptionable, {
        path: _path + ".isLate",
        expected: "(true | undefined)",
        value: input.isLate
    }), true === input.ok || _report(_exceptionable, {
        path: _path + ".ok",
        expected: "true",
        value: input.ok
    }), true].every((flag: boolean) => flag); const _vo2 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["number" === typeof input.order || _report(_exceptionable, {
        path: _path + ".order",
        expected: "number",
        value: input.order
    }), "number" === typeof input.at || _report(_exceptionable, {
        path: _path + ".at",
        expected: "number",
        value: input.at
    }), undefined === input.isLate || true === input.isLate || _report(_exceptionable, {
        path: _path + ".isLate",
        expected: "(true | undefined)",
        value: input.isLate
    }), false === input.ok || _report(_exceptionable, {
        path: _path + ".ok",
        expected: "false",
        value: input.ok
    }), ("object" === typeof input.error && null !== input.error || _report(_exceptionable, {
        path: _path + ".error",
        expected: "__type",
        value: input.error
    })) && _vo3(input.error, _path + ".error", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".error",
        expected: "__type",
        value: input.error
    })].every((flag: boolean) => flag); const _vo3 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.code || _report(_exceptionable, {
        path: _path + ".code",
        expected: "string",
        value: input.code
    }), "string" === typeof input.message || _report(_exceptionable, {
        path: _path + ".message",
        expected: "string",
        value: input.message
    })].every((flag: boolean) => flag); const _vo4 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [false === _exceptionable || Object.keys(input).map((key: any) => {
        const value = input[key];
        if (undefined === value)
            return true;
        return true;
    }).every((flag: boolean) => flag)].every((flag: boolean) => flag); const _vu0 = (input: any, _path: string, _exceptionable: boolean = true): any => (() => {
    if (true === input.ok)
        return _vo1(input, _path, true && _exceptionable);
    else if (false === input.ok)
        return _vo2(input, _path, true && _exceptionable);
    else
        return _report(_exceptionable, {
            path: _path,
            expected: "({ readonly order: number; readonly at: number; readonly isLate?: true; } & { readonly ok: true; readonly value: unknown; } | { readonly order: number; readonly at: number; readonly isLate?: true; } & { readonly ok: false; readonly error: { code: string; message: string; }; })",
            value: input
        });
})(); const __is = (input: any): input is JournalEntry => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<JournalEntry> => {
    if (false === __is(input)) {
        errors = [];
        _report = (__typia_transform__validateReport._validateReport as any)(errors);
        ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
            path: _path + "",
            expected: "JournalEntry",
            value: input
        })) && _vo0(input, _path + "", true) || _report(true, {
            path: _path + "",
            expected: "JournalEntry",
            value: input
        }))(input, "$input", true);
        const success = 0 === errors.length;
        return success ? {
            success,
            data: input
        } : {
            success,
            errors,
            data: input
        } as any;
    }
    return {
        success: true,
        data: input
    } as any;
}); })();
/** Checks a recorded run that came from a file, its bytes already read. */
export const validateRecordedRun: (input: unknown) => Validation<RecordedRun> = (() => { const _iv5 = new Set(["bot.reply", "bot.sendText", "bot.sendImage", "bot.sendVideo", "bot.sendFile", "bot.sendVoice", "bot.sendTyping", "bot.cancelTyping", "bot.downloadImage", "bot.downloadVoice", "bot.downloadFile", "bot.downloadVideo", "bot.downloadRaw", "storage.get", "storage.set", "storage.compareAndSet", "storage.delete", "storage.keys", "storage.clear", "aiService.callModel", "aiService.getModelsByCategory", "aiService.getModelInfo", "aiService.isFreeModel", "aiService.getImageUsageToday", "aiService.getFreeImageQuota", "searchService.search", "getPlatformCreds", "fetch", "call.start", "timer"]); const _vv10 = new Set(["bot.reply", "bot.sendText", "bot.sendImage", "bot.sendVideo", "bot.sendFile", "bot.sendVoice", "bot.sendTyping", "bot.cancelTyping", "bot.downloadImage", "bot.downloadVoice", "bot.downloadFile", "bot.downloadVideo", "bot.downloadRaw", "storage.get", "storage.set", "storage.compareAndSet", "storage.delete", "storage.keys", "storage.clear", "aiService.callModel", "aiService.getModelsByCategory", "aiService.getModelInfo", "aiService.isFreeModel", "aiService.getImageUsageToday", "aiService.getFreeImageQuota", "searchService.search", "getPlatformCreds", "fetch", "call.start", "timer"]); const _io0 = (input: any): boolean => "botwright-run" === input.format && 1 === input.formatVersion && ("object" === typeof input.plugin && null !== input.plugin && _io1(input.plugin)) && "string" === typeof input.callId && ("wechat" === input.platform || "feishu" === input.platform || "wecom" === input.platform || "dingtalk" === input.platform || "telegram" === input.platform) && ("single" === input.variant || "multi" === input.variant) && ("object" === typeof input.context && null !== input.context && _io2(input.context)) && (undefined === input.secrets || Array.isArray(input.secrets) && input.secrets.every((elem: any) => "object" === typeof elem && null !== elem && _io11(elem))) && (undefined === input.attempts || Array.isArray(input.attempts) && input.attempts.every((elem: any) => "object" === typeof elem && null !== elem && _io12(elem))) && (Array.isArray(input.calls) && input.calls.every((elem: any) => "object" === typeof elem && null !== elem && _io13(elem))) && ("object" === typeof input.outcome && null !== input.outcome && _io18(input.outcome)); const _io1 = (input: any): boolean => "string" === typeof input.slug && "string" === typeof input.version; const _io2 = (input: any): boolean => "object" === typeof input.msg && null !== input.msg && _io3(input.msg) && ("object" === typeof input.config && null !== input.config && false === Array.isArray(input.config) && _io10(input.config)) && "number" === typeof input.botDbId && "number" === typeof input.userId && (null === input.mediaBuffer || input.mediaBuffer instanceof Uint8Array); const _io3 = (input: any): boolean => ("image" === input.type || "video" === input.type || "file" === input.type || "voice" === input.type || "text" === input.type) && "string" === typeof input.text && (undefined === input.textWithQuote || "string" === typeof input.textWithQuote) && "string" === typeof input.from && "string" === typeof input.to && "number" === typeof input.timestamp && "string" === typeof input.contextToken && "number" === typeof input.messageId && (undefined === input.image || "object" === typeof input.image && null !== input.image && _io4(input.image)) && (undefined === input.voice || "object" === typeof input.voice && null !== input.voice && _io6(input.voice)) && (undefined === input.file || "object" === typeof input.file && null !== input.file && _io7(input.file)) && (undefined === input.video || "object" === typeof input.video && null !== input.video && _io8(input.video)) && (undefined === input.quotedMessage || "object" === typeof input.quotedMessage && null !== input.quotedMessage && _io9(input.quotedMessage)) && ("object" === typeof input.raw && null !== input.raw && false === Array.isArray(input.raw) && _io10(input.raw)); const _io4 = (input: any): boolean => "number" === typeof input.thumb_width && "number" === typeof input.thumb_height && "number" === typeof input.mid_size && ("object" === typeof input.media && null !== input.media && _io5(input.media)); const _io5 = (input: any): boolean => "string" === typeof input.encrypt_query_param && Object.keys(input).every((key: any) => {
    if (["encrypt_query_param"].some((prop: any) => key === prop))
        return true;
    const value = input[key];
    if (undefined === value)
        return true;
    return true;
}); const _io6 = (input: any): boolean => "number" === typeof input.playtime && "string" === typeof input.text && ("object" === typeof input.media && null !== input.media && _io5(input.media)); const _io7 = (input: any): boolean => "string" === typeof input.file_name && "number" === typeof input.len && "string" === typeof input.md5 && ("object" === typeof input.media && null !== input.media && _io5(input.media)); const _io8 = (input: any): boolean => "number" === typeof input.play_length && "number" === typeof input.video_size && "number" === typeof input.thumb_width && "number" === typeof input.thumb_height && ("object" === typeof input.media && null !== input.media && _io5(input.media)); const _io9 = (input: any): boolean => "string" === typeof input.title && true && "string" === typeof input.text; const _io10 = (input: any): boolean => Object.keys(input).every((key: any) => {
    const value = input[key];
    if (undefined === value)
        return true;
    return true;
}); const _io11 = (input: any): boolean => "string" === typeof input.name && (0 === input.remainder || 1 === input.remainder || 2 === input.remainder); const _io12 = (input: any): boolean => "string" === typeof input.key && (Array.isArray(input.calls) && input.calls.every((elem: any) => "object" === typeof elem && null !== elem && _io13(elem))); const _io13 = (input: any): boolean => "string" === typeof input.callId && "number" === typeof input.sequence && true === _iv5.has(input.operation) && Array.isArray(input.args) && (undefined === input.outcome || "object" === typeof input.outcome && null !== input.outcome && _iu0(input.outcome)) && (undefined === input.version || "string" === typeof input.version) && (undefined === input.config || "object" === typeof input.config && null !== input.config && false === Array.isArray(input.config) && _io17(input.config)); const _io14 = (input: any): boolean => "number" === typeof input.order && "number" === typeof input.at && (undefined === input.isLate || true === input.isLate) && true === input.ok && true; const _io15 = (input: any): boolean => "number" === typeof input.order && "number" === typeof input.at && (undefined === input.isLate || true === input.isLate) && false === input.ok && ("object" === typeof input.error && null !== input.error && _io16(input.error)); const _io16 = (input: any): boolean => "string" === typeof input.code && "string" === typeof input.message; const _io17 = (input: any): boolean => Object.keys(input).every((key: any) => {
    const value = input[key];
    if (undefined === value)
        return true;
    return true;
}); const _io18 = (input: any): boolean => ("handled" === input.status || "passed" === input.status || "invalid" === input.status || "failed" === input.status) && (undefined === input.error || "object" === typeof input.error && null !== input.error && _io19(input.error)) && (undefined === input.usage || "object" === typeof input.usage && null !== input.usage && _io21(input.usage)); const _io19 = (input: any): boolean => "string" === typeof input.code && "string" === typeof input.message && (undefined === input.position || "object" === typeof input.position && null !== input.position && _io20(input.position)) && (undefined === input.frame || "string" === typeof input.frame); const _io20 = (input: any): boolean => "string" === typeof input.file && "number" === typeof input.line && "number" === typeof input.column && (undefined === input.functionName || "string" === typeof input.functionName); const _io21 = (input: any): boolean => "number" === typeof input.cpuMs && "number" === typeof input.gas && "number" === typeof input.jobs && "number" === typeof input.memoryBytes && "number" === typeof input.hostCalls && "number" === typeof input.sends && "number" === typeof input.fetches && "number" === typeof input.bytesIn && "number" === typeof input.bytesOut && ("object" === typeof input.time && null !== input.time && _io22(input.time)) && ("object" === typeof input.operations && null !== input.operations && false === Array.isArray(input.operations) && _io23(input.operations)); const _io22 = (input: any): boolean => "number" === typeof input.totalMs && "number" === typeof input.queuedMs && "number" === typeof input.runningMs && "number" === typeof input.waitingMs; const _io23 = (input: any): boolean => Object.keys(input).every((key: any) => {
    const value = input[key];
    if (undefined === value)
        return true;
    return "object" === typeof value && null !== value && _io24(value);
}); const _io24 = (input: any): boolean => "number" === typeof input.calls && "number" === typeof input.ms; const _iu0 = (input: any): any => (() => {
    if (true === input.ok)
        return _io14(input);
    else if (false === input.ok)
        return _io15(input);
    else
        return false;
})(); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["botwright-run" === input.format || _report(_exceptionable, {
        path: _path + ".format",
        expected: "\"botwright-run\"",
        value: input.format
    }), 1 === input.formatVersion || _report(_exceptionable, {
        path: _path + ".formatVersion",
        expected: "1",
        value: input.formatVersion
    }), ("object" === typeof input.plugin && null !== input.plugin || _report(_exceptionable, {
        path: _path + ".plugin",
        expected: "__type",
        value: input.plugin
    })) && _vo1(input.plugin, _path + ".plugin", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".plugin",
        expected: "__type",
        value: input.plugin
    }), "string" === typeof input.callId || _report(_exceptionable, {
        path: _path + ".callId",
        expected: "string",
        value: input.callId
    }), "wechat" === input.platform || "feishu" === input.platform || "wecom" === input.platform || "dingtalk" === input.platform || "telegram" === input.platform || _report(_exceptionable, {
        path: _path + ".platform",
        expected: "(\"dingtalk\" | \"feishu\" | \"telegram\" | \"wechat\" | \"wecom\")",
        value: input.platform
    }), "single" === input.variant || "multi" === input.variant || _report(_exceptionable, {
        path: _path + ".variant",
        expected: "(\"multi\" | \"single\")",
        value: input.variant
    }), ("object" === typeof input.context && null !== input.context || _report(_exceptionable, {
        path: _path + ".context",
        expected: "__type.o1",
        value: input.context
    })) && _vo2(input.context, _path + ".context", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".context",
        expected: "__type.o1",
        value: input.context
    }), undefined === input.secrets || (Array.isArray(input.secrets) || _report(_exceptionable, {
        path: _path + ".secrets",
        expected: "(Array<RecordedSecret> | undefined)",
        value: input.secrets
    })) && input.secrets.map((elem: any, _index6: number) => ("object" === typeof elem && null !== elem || _report(_exceptionable, {
        path: _path + ".secrets[" + _index6 + "]",
        expected: "RecordedSecret",
        value: elem
    })) && _vo11(elem, _path + ".secrets[" + _index6 + "]", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".secrets[" + _index6 + "]",
        expected: "RecordedSecret",
        value: elem
    })).every((flag: boolean) => flag) || _report(_exceptionable, {
        path: _path + ".secrets",
        expected: "(Array<RecordedSecret> | undefined)",
        value: input.secrets
    }), undefined === input.attempts || (Array.isArray(input.attempts) || _report(_exceptionable, {
        path: _path + ".attempts",
        expected: "(Array<__type> | undefined)",
        value: input.attempts
    })) && input.attempts.map((elem: any, _index7: number) => ("object" === typeof elem && null !== elem || _report(_exceptionable, {
        path: _path + ".attempts[" + _index7 + "]",
        expected: "__type.o2",
        value: elem
    })) && _vo12(elem, _path + ".attempts[" + _index7 + "]", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".attempts[" + _index7 + "]",
        expected: "__type.o2",
        value: elem
    })).every((flag: boolean) => flag) || _report(_exceptionable, {
        path: _path + ".attempts",
        expected: "(Array<__type> | undefined)",
        value: input.attempts
    }), (Array.isArray(input.calls) || _report(_exceptionable, {
        path: _path + ".calls",
        expected: "Array<JournalEntry>",
        value: input.calls
    })) && input.calls.map((elem: any, _index8: number) => ("object" === typeof elem && null !== elem || _report(_exceptionable, {
        path: _path + ".calls[" + _index8 + "]",
        expected: "JournalEntry",
        value: elem
    })) && _vo13(elem, _path + ".calls[" + _index8 + "]", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".calls[" + _index8 + "]",
        expected: "JournalEntry",
        value: elem
    })).every((flag: boolean) => flag) || _report(_exceptionable, {
        path: _path + ".calls",
        expected: "Array<JournalEntry>",
        value: input.calls
    }), ("object" === typeof input.outcome && null !== input.outcome || _report(_exceptionable, {
        path: _path + ".outcome",
        expected: "Pick<PluginRun, \"status\" | \"error\" | \"usage\">",
        value: input.outcome
    })) && _vo18(input.outcome, _path + ".outcome", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".outcome",
        expected: "Pick<PluginRun, \"status\" | \"error\" | \"usage\">",
        value: input.outcome
    })].every((flag: boolean) => flag); const _vo1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.slug || _report(_exceptionable, {
        path: _path + ".slug",
        expected: "string",
        value: input.slug
    }), "string" === typeof input.version || _report(_exceptionable, {
        path: _path + ".version",
        expected: "string",
        value: input.version
    })].every((flag: boolean) => flag); const _vo2 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [("object" === typeof input.msg && null !== input.msg || _report(_exceptionable, {
        path: _path + ".msg",
        expected: "ParsedMessage",
        value: input.msg
    })) && _vo3(input.msg, _path + ".msg", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".msg",
        expected: "ParsedMessage",
        value: input.msg
    }), ("object" === typeof input.config && null !== input.config && false === Array.isArray(input.config) || _report(_exceptionable, {
        path: _path + ".config",
        expected: "Record<string, unknown>",
        value: input.config
    })) && _vo10(input.config, _path + ".config", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".config",
        expected: "Record<string, unknown>",
        value: input.config
    }), "number" === typeof input.botDbId || _report(_exceptionable, {
        path: _path + ".botDbId",
        expected: "number",
        value: input.botDbId
    }), "number" === typeof input.userId || _report(_exceptionable, {
        path: _path + ".userId",
        expected: "number",
        value: input.userId
    }), null === input.mediaBuffer || input.mediaBuffer instanceof Uint8Array || _report(_exceptionable, {
        path: _path + ".mediaBuffer",
        expected: "(Uint8Array | null)",
        value: input.mediaBuffer
    })].every((flag: boolean) => flag); const _vo3 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["image" === input.type || "video" === input.type || "file" === input.type || "voice" === input.type || "text" === input.type || _report(_exceptionable, {
        path: _path + ".type",
        expected: "(\"file\" | \"image\" | \"text\" | \"video\" | \"voice\")",
        value: input.type
    }), "string" === typeof input.text || _report(_exceptionable, {
        path: _path + ".text",
        expected: "string",
        value: input.text
    }), undefined === input.textWithQuote || "string" === typeof input.textWithQuote || _report(_exceptionable, {
        path: _path + ".textWithQuote",
        expected: "(string | undefined)",
        value: input.textWithQuote
    }), "string" === typeof input.from || _report(_exceptionable, {
        path: _path + ".from",
        expected: "string",
        value: input.from
    }), "string" === typeof input.to || _report(_exceptionable, {
        path: _path + ".to",
        expected: "string",
        value: input.to
    }), "number" === typeof input.timestamp || _report(_exceptionable, {
        path: _path + ".timestamp",
        expected: "number",
        value: input.timestamp
    }), "string" === typeof input.contextToken || _report(_exceptionable, {
        path: _path + ".contextToken",
        expected: "string",
        value: input.contextToken
    }), "number" === typeof input.messageId || _report(_exceptionable, {
        path: _path + ".messageId",
        expected: "number",
        value: input.messageId
    }), undefined === input.image || ("object" === typeof input.image && null !== input.image || _report(_exceptionable, {
        path: _path + ".image",
        expected: "(ImageItem | undefined)",
        value: input.image
    })) && _vo4(input.image, _path + ".image", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".image",
        expected: "(ImageItem | undefined)",
        value: input.image
    }), undefined === input.voice || ("object" === typeof input.voice && null !== input.voice || _report(_exceptionable, {
        path: _path + ".voice",
        expected: "(VoiceItem | undefined)",
        value: input.voice
    })) && _vo6(input.voice, _path + ".voice", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".voice",
        expected: "(VoiceItem | undefined)",
        value: input.voice
    }), undefined === input.file || ("object" === typeof input.file && null !== input.file || _report(_exceptionable, {
        path: _path + ".file",
        expected: "(FileItem | undefined)",
        value: input.file
    })) && _vo7(input.file, _path + ".file", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".file",
        expected: "(FileItem | undefined)",
        value: input.file
    }), undefined === input.video || ("object" === typeof input.video && null !== input.video || _report(_exceptionable, {
        path: _path + ".video",
        expected: "(VideoItem | undefined)",
        value: input.video
    })) && _vo8(input.video, _path + ".video", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".video",
        expected: "(VideoItem | undefined)",
        value: input.video
    }), undefined === input.quotedMessage || ("object" === typeof input.quotedMessage && null !== input.quotedMessage || _report(_exceptionable, {
        path: _path + ".quotedMessage",
        expected: "(QuotedMessage | undefined)",
        value: input.quotedMessage
    })) && _vo9(input.quotedMessage, _path + ".quotedMessage", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".quotedMessage",
        expected: "(QuotedMessage | undefined)",
        value: input.quotedMessage
    }), ("object" === typeof input.raw && null !== input.raw && false === Array.isArray(input.raw) || _report(_exceptionable, {
        path: _path + ".raw",
        expected: "Record<string, unknown>",
        value: input.raw
    })) && _vo10(input.raw, _path + ".raw", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".raw",
        expected: "Record<string, unknown>",
        value: input.raw
    })].every((flag: boolean) => flag); const _vo4 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["number" === typeof input.thumb_width || _report(_exceptionable, {
        path: _path + ".thumb_width",
        expected: "number",
        value: input.thumb_width
    }), "number" === typeof input.thumb_height || _report(_exceptionable, {
        path: _path + ".thumb_height",
        expected: "number",
        value: input.thumb_height
    }), "number" === typeof input.mid_size || _report(_exceptionable, {
        path: _path + ".mid_size",
        expected: "number",
        value: input.mid_size
    }), ("object" === typeof input.media && null !== input.media || _report(_exceptionable, {
        path: _path + ".media",
        expected: "MediaReference",
        value: input.media
    })) && _vo5(input.media, _path + ".media", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".media",
        expected: "MediaReference",
        value: input.media
    })].every((flag: boolean) => flag); const _vo5 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.encrypt_query_param || _report(_exceptionable, {
        path: _path + ".encrypt_query_param",
        expected: "string",
        value: input.encrypt_query_param
    }), false === _exceptionable || Object.keys(input).map((key: any) => {
        if (["encrypt_query_param"].some((prop: any) => key === prop))
            return true;
        const value = input[key];
        if (undefined === value)
            return true;
        return true;
    }).every((flag: boolean) => flag)].every((flag: boolean) => flag); const _vo6 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["number" === typeof input.playtime || _report(_exceptionable, {
        path: _path + ".playtime",
        expected: "number",
        value: input.playtime
    }), "string" === typeof input.text || _report(_exceptionable, {
        path: _path + ".text",
        expected: "string",
        value: input.text
    }), ("object" === typeof input.media && null !== input.media || _report(_exceptionable, {
        path: _path + ".media",
        expected: "MediaReference",
        value: input.media
    })) && _vo5(input.media, _path + ".media", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".media",
        expected: "MediaReference",
        value: input.media
    })].every((flag: boolean) => flag); const _vo7 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.file_name || _report(_exceptionable, {
        path: _path + ".file_name",
        expected: "string",
        value: input.file_name
    }), "number" === typeof input.len || _report(_exceptionable, {
        path: _path + ".len",
        expected: "number",
        value: input.len
    }), "string" === typeof input.md5 || _report(_exceptionable, {
        path: _path + ".md5",
        expected: "string",
        value: input.md5
    }), ("object" === typeof input.media && null !== input.media || _report(_exceptionable, {
        path: _path + ".media",
        expected: "MediaReference",
        value: input.media
    })) && _vo5(input.media, _path + ".media", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".media",
        expected: "MediaReference",
        value: input.media
    })].every((flag: boolean) => flag); const _vo8 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["number" === typeof input.play_length || _report(_exceptionable, {
        path: _path + ".play_length",
        expected: "number",
        value: input.play_length
    }), "number" === typeof input.video_size || _report(_exceptionable, {
        path: _path + ".video_size",
        expected: "number",
        value: input.video_size
    }), "number" === typeof input.thumb_width || _report(_exceptionable, {
        path: _path + ".thumb_width",
        expected: "number",
        value: input.thumb_width
    }), "number" === typeof input.thumb_height || _report(_exceptionable, {
        path: _path + ".thumb_height",
        expected: "number",
        value: input.thumb_height
    }), ("object" === typeof input.media && null !== input.media || _report(_exceptionable, {
        path: _path + ".media",
        expected: "MediaReference",
        value: input.media
    })) && _vo5(input.media, _path + ".media", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".media",
        expected: "MediaReference",
        value: input.media
    })].every((flag: boolean) => flag); const _vo9 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.title || _report(_exceptionable, {
        path: _path + ".title",
        expected: "string",
        value: input.title
    }), true, "string" === typeof input.text || _report(_exceptionable, {
        path: _path + ".text",
        expected: "string",
        value: input.text
    })].every((flag: boolean) => flag); const _vo10 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [false === _exceptionable || Object.keys(input).map((key: any) => {
        const value = input[key];
        if (undefined === value)
            return true;
        return true;
    }).every((flag: boolean) => flag)].every((flag: boolean) => flag); const _vo11 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.name || _report(_exceptionable, {
        path: _path + ".name",
        expected: "string",
        value: input.name
    }), 0 === input.remainder || 1 === input.remainder || 2 === input.remainder || _report(_exceptionable, {
        path: _path + ".remainder",
        expected: "(0 | 1 | 2)",
        value: input.remainder
    })].every((flag: boolean) => flag); const _vo12 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.key || _report(_exceptionable, {
        path: _path + ".key",
        expected: "string",
        value: input.key
    }), (Array.isArray(input.calls) || _report(_exceptionable, {
        path: _path + ".calls",
        expected: "Array<JournalEntry>",
        value: input.calls
    })) && input.calls.map((elem: any, _index9: number) => ("object" === typeof elem && null !== elem || _report(_exceptionable, {
        path: _path + ".calls[" + _index9 + "]",
        expected: "JournalEntry",
        value: elem
    })) && _vo13(elem, _path + ".calls[" + _index9 + "]", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".calls[" + _index9 + "]",
        expected: "JournalEntry",
        value: elem
    })).every((flag: boolean) => flag) || _report(_exceptionable, {
        path: _path + ".calls",
        expected: "Array<JournalEntry>",
        value: input.calls
    })].every((flag: boolean) => flag); const _vo13 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.callId || _report(_exceptionable, {
        path: _path + ".callId",
        expected: "string",
        value: input.callId
    }), "number" === typeof input.sequence || _report(_exceptionable, {
        path: _path + ".sequence",
        expected: "number",
        value: input.sequence
    }), true === _vv10.has(input.operation) || _report(_exceptionable, {
        path: _path + ".operation",
        expected: "(\"aiService.callModel\" | \"aiService.getFreeImageQuota\" | \"aiService.getImageUsageToday\" | \"aiService.getModelInfo\" | \"aiService.getModelsByCategory\" | \"aiService.isFreeModel\" | \"bot.cancelTyping\" | \"bot.downloadFile\" | \"bot.downloadImage\" | \"bot.downloadRaw\" | \"bot.downloadVideo\" | \"bot.downloadVoice\" | \"bot.reply\" | \"bot.sendFile\" | \"bot.sendImage\" | \"bot.sendText\" | \"bot.sendTyping\" | \"bot.sendVideo\" | \"bot.sendVoice\" | \"call.start\" | \"fetch\" | \"getPlatformCreds\" | \"searchService.search\" | \"storage.clear\" | \"storage.compareAndSet\" | \"storage.delete\" | \"storage.get\" | \"storage.keys\" | \"storage.set\" | \"timer\")",
        value: input.operation
    }), Array.isArray(input.args) || _report(_exceptionable, {
        path: _path + ".args",
        expected: "ReadonlyArray<unknown>",
        value: input.args
    }), undefined === input.outcome || ("object" === typeof input.outcome && null !== input.outcome || _report(_exceptionable, {
        path: _path + ".outcome",
        expected: "(undefined | { readonly order: number; readonly at: number; readonly isLate?: true; } & { readonly ok: false; readonly error: { code: string; message: string; }; } | { readonly order: number; readonly at: number; readonly isLate?: true; } & { readonly ok: true; readonly value: unknown; })",
        value: input.outcome
    })) && _vu0(input.outcome, _path + ".outcome", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".outcome",
        expected: "(undefined | { readonly order: number; readonly at: number; readonly isLate?: true; } & { readonly ok: false; readonly error: { code: string; message: string; }; } | { readonly order: number; readonly at: number; readonly isLate?: true; } & { readonly ok: true; readonly value: unknown; })",
        value: input.outcome
    }), undefined === input.version || "string" === typeof input.version || _report(_exceptionable, {
        path: _path + ".version",
        expected: "(string | undefined)",
        value: input.version
    }), undefined === input.config || ("object" === typeof input.config && null !== input.config && false === Array.isArray(input.config) || _report(_exceptionable, {
        path: _path + ".config",
        expected: "(Readonly<Record<string, unknown>> | undefined)",
        value: input.config
    })) && _vo17(input.config, _path + ".config", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".config",
        expected: "(Readonly<Record<string, unknown>> | undefined)",
        value: input.config
    })].every((flag: boolean) => flag); const _vo14 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["number" === typeof input.order || _report(_exceptionable, {
        path: _path + ".order",
        expected: "number",
        value: input.order
    }), "number" === typeof input.at || _report(_exceptionable, {
        path: _path + ".at",
        expected: "number",
        value: input.at
    }), undefined === input.isLate || true === input.isLate || _report(_exceptionable, {
        path: _path + ".isLate",
        expected: "(true | undefined)",
        value: input.isLate
    }), true === input.ok || _report(_exceptionable, {
        path: _path + ".ok",
        expected: "true",
        value: input.ok
    }), true].every((flag: boolean) => flag); const _vo15 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["number" === typeof input.order || _report(_exceptionable, {
        path: _path + ".order",
        expected: "number",
        value: input.order
    }), "number" === typeof input.at || _report(_exceptionable, {
        path: _path + ".at",
        expected: "number",
        value: input.at
    }), undefined === input.isLate || true === input.isLate || _report(_exceptionable, {
        path: _path + ".isLate",
        expected: "(true | undefined)",
        value: input.isLate
    }), false === input.ok || _report(_exceptionable, {
        path: _path + ".ok",
        expected: "false",
        value: input.ok
    }), ("object" === typeof input.error && null !== input.error || _report(_exceptionable, {
        path: _path + ".error",
        expected: "__type.o6",
        value: input.error
    })) && _vo16(input.error, _path + ".error", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".error",
        expected: "__type.o6",
        value: input.error
    })].every((flag: boolean) => flag); const _vo16 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.code || _report(_exceptionable, {
        path: _path + ".code",
        expected: "string",
        value: input.code
    }), "string" === typeof input.message || _report(_exceptionable, {
        path: _path + ".message",
        expected: "string",
        value: input.message
    })].every((flag: boolean) => flag); const _vo17 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [false === _exceptionable || Object.keys(input).map((key: any) => {
        const value = input[key];
        if (undefined === value)
            return true;
        return true;
    }).every((flag: boolean) => flag)].every((flag: boolean) => flag); const _vo18 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["handled" === input.status || "passed" === input.status || "invalid" === input.status || "failed" === input.status || _report(_exceptionable, {
        path: _path + ".status",
        expected: "(\"failed\" | \"handled\" | \"invalid\" | \"passed\")",
        value: input.status
    }), undefined === input.error || ("object" === typeof input.error && null !== input.error || _report(_exceptionable, {
        path: _path + ".error",
        expected: "(ErrorReport | undefined)",
        value: input.error
    })) && _vo19(input.error, _path + ".error", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".error",
        expected: "(ErrorReport | undefined)",
        value: input.error
    }), undefined === input.usage || ("object" === typeof input.usage && null !== input.usage || _report(_exceptionable, {
        path: _path + ".usage",
        expected: "(CallUsage | undefined)",
        value: input.usage
    })) && _vo21(input.usage, _path + ".usage", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".usage",
        expected: "(CallUsage | undefined)",
        value: input.usage
    })].every((flag: boolean) => flag); const _vo19 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.code || _report(_exceptionable, {
        path: _path + ".code",
        expected: "string",
        value: input.code
    }), "string" === typeof input.message || _report(_exceptionable, {
        path: _path + ".message",
        expected: "string",
        value: input.message
    }), undefined === input.position || ("object" === typeof input.position && null !== input.position || _report(_exceptionable, {
        path: _path + ".position",
        expected: "(ErrorPosition | undefined)",
        value: input.position
    })) && _vo20(input.position, _path + ".position", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".position",
        expected: "(ErrorPosition | undefined)",
        value: input.position
    }), undefined === input.frame || "string" === typeof input.frame || _report(_exceptionable, {
        path: _path + ".frame",
        expected: "(string | undefined)",
        value: input.frame
    })].every((flag: boolean) => flag); const _vo20 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.file || _report(_exceptionable, {
        path: _path + ".file",
        expected: "string",
        value: input.file
    }), "number" === typeof input.line || _report(_exceptionable, {
        path: _path + ".line",
        expected: "number",
        value: input.line
    }), "number" === typeof input.column || _report(_exceptionable, {
        path: _path + ".column",
        expected: "number",
        value: input.column
    }), undefined === input.functionName || "string" === typeof input.functionName || _report(_exceptionable, {
        path: _path + ".functionName",
        expected: "(string | undefined)",
        value: input.functionName
    })].every((flag: boolean) => flag); const _vo21 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["number" === typeof input.cpuMs || _report(_exceptionable, {
        path: _path + ".cpuMs",
        expected: "number",
        value: input.cpuMs
    }), "number" === typeof input.gas || _report(_exceptionable, {
        path: _path + ".gas",
        expected: "number",
        value: input.gas
    }), "number" === typeof input.jobs || _report(_exceptionable, {
        path: _path + ".jobs",
        expected: "number",
        value: input.jobs
    }), "number" === typeof input.memoryBytes || _report(_exceptionable, {
        path: _path + ".memoryBytes",
        expected: "number",
        value: input.memoryBytes
    }), "number" === typeof input.hostCalls || _report(_exceptionable, {
        path: _path + ".hostCalls",
        expected: "number",
        value: input.hostCalls
    }), "number" === typeof input.sends || _report(_exceptionable, {
        path: _path + ".sends",
        expected: "number",
        value: input.sends
    }), "number" === typeof input.fetches || _report(_exceptionable, {
        path: _path + ".fetches",
        expected: "number",
        value: input.fetches
    }), "number" === typeof input.bytesIn || _report(_exceptionable, {
        path: _path + ".bytesIn",
        expected: "number",
        value: input.bytesIn
    }), "number" === typeof input.bytesOut || _report(_exceptionable, {
        path: _path + ".bytesOut",
        expected: "number",
        value: input.bytesOut
    }), ("object" === typeof input.time && null !== input.time || _report(_exceptionable, {
        path: _path + ".time",
        expected: "CallTime",
        value: input.time
    })) && _vo22(input.time, _path + ".time", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".time",
        expected: "CallTime",
        value: input.time
    }), ("object" === typeof input.operations && null !== input.operations && false === Array.isArray(input.operations) || _report(_exceptionable, {
        path: _path + ".operations",
        expected: "Record<string, __type>",
        value: input.operations
    })) && _vo23(input.operations, _path + ".operations", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".operations",
        expected: "Record<string, __type>",
        value: input.operations
    })].every((flag: boolean) => flag); const _vo22 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["number" === typeof input.totalMs || _report(_exceptionable, {
        path: _path + ".totalMs",
        expected: "number",
        value: input.totalMs
    }), "number" === typeof input.queuedMs || _report(_exceptionable, {
        path: _path + ".queuedMs",
        expected: "number",
        value: input.queuedMs
    }), "number" === typeof input.runningMs || _report(_exceptionable, {
        path: _path + ".runningMs",
        expected: "number",
        value: input.runningMs
    }), "number" === typeof input.waitingMs || _report(_exceptionable, {
        path: _path + ".waitingMs",
        expected: "number",
        value: input.waitingMs
    })].every((flag: boolean) => flag); const _vo23 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [false === _exceptionable || Object.keys(input).map((key: any) => {
        const value = input[key];
        if (undefined === value)
            return true;
        return ("object" === typeof value && null !== value || _report(_exceptionable, {
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "__type.o7",
            value: value
        })) && _vo24(value, _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key), true && _exceptionable) || _report(_exceptionable, {
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "__type.o7",
            value: value
        });
    }).every((flag: boolean) => flag)].every((flag: boolean) => flag); const _vo24 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["number" === typeof input.calls || _report(_exceptionable, {
        path: _path + ".calls",
        expected: "number",
        value: input.calls
    }), "number" === typeof input.ms || _report(_exceptionable, {
        path: _path + ".ms",
        expected: "number",
        value: input.ms
    })].every((flag: boolean) => flag); const _vu0 = (input: any, _path: string, _exceptionable: boolean = true): any => (() => {
    if (true === input.ok)
        return _vo14(input, _path, true && _exceptionable);
    else if (false === input.ok)
        return _vo15(input, _path, true && _exceptionable);
    else
        return _report(_exceptionable, {
            path: _path,
            expected: "({ readonly order: number; readonly at: number; readonly isLate?: true; } & { readonly ok: true; readonly value: unknown; } | { readonly order: number; readonly at: number; readonly isLate?: true; } & { readonly ok: false; readonly error: { code: string; message: string; }; })",
            value: input
        });
})(); const __is = (input: any): input is RecordedRun => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<RecordedRun> => {
    if (false === __is(input)) {
        errors = [];
        _report = (__typia_transform__validateReport._validateReport as any)(errors);
        ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
            path: _path + "",
            expected: "RecordedRun",
            value: input
        })) && _vo0(input, _path + "", true) || _report(true, {
            path: _path + "",
            expected: "RecordedRun",
            value: input
        }))(input, "$input", true);
        const success = 0 === errors.length;
        return success ? {
            success,
            data: input
        } : {
            success,
            errors,
            data: input
        } as any;
    }
    return {
        success: true,
        data: input
    } as any;
}); })();
/** Checks what stands for bytes in a recorded run. */
export const validateRecordedMediaReference: (input: unknown) => Validation<RecordedMediaReference> = (() => { const _io0 = (input: any): boolean => "string" === typeof input.sha256 && ("number" === typeof input.length && (Math.floor(input.length) === input.length && 0 <= input.length && input.length <= 4294967295)) && ("image" === input.type || "video" === input.type || "file" === input.type || "voice" === input.type || "binary" === input.type); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.sha256 || _report(_exceptionable, {
        path: _path + ".sha256",
        expected: "string",
        value: input.sha256
    }), "number" === typeof input.length && (Math.floor(input.length) === input.length && 0 <= input.length && input.length <= 4294967295 || _report(_exceptionable, {
        path: _path + ".length",
        expected: "number & Type<\"uint32\">",
        value: input.length
    })) || _report(_exceptionable, {
        path: _path + ".length",
        expected: "(number & Type<\"uint32\">)",
        value: input.length
    }), "image" === input.type || "video" === input.type || "file" === input.type || "voice" === input.type || "binary" === input.type || _report(_exceptionable, {
        path: _path + ".type",
        expected: "(\"binary\" | \"file\" | \"image\" | \"video\" | \"voice\")",
        value: input.type
    })].every((flag: boolean) => flag); const __is = (input: any): input is RecordedMediaReference => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<RecordedMediaReference> => {
    if (false === __is(input)) {
        errors = [];
        _report = (__typia_transform__validateReport._validateReport as any)(errors);
        ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
            path: _path + "",
            expected: "RecordedMediaReference",
            value: input
        })) && _vo0(input, _path + "", true) || _report(true, {
            path: _path + "",
            expected: "RecordedMediaReference",
            value: input
        }))(input, "$input", true);
        const success = 0 === errors.length;
        return success ? {
            success,
            data: input
        } : {
            success,
            errors,
            data: input
        } as any;
    }
    return {
        success: true,
        data: input
    } as any;
}); })();
