import * as __typia_transform__assertGuard from "typia/lib/internal/_assertGuard";
import * as __typia_transform__accessExpressionAsString from "typia/lib/internal/_accessExpressionAsString";
import * as __typia_transform__validateReport from "typia/lib/internal/_validateReport";
import * as __typia_transform__createStandardSchema from "typia/lib/internal/_createStandardSchema";
import type { HostCallResults, OperationArguments } from "../calls/operation-types.ts";
import type { Assertion, Validation } from "../rules/validation/validation.ts";
/** Checks the arguments of each operation and ends at the first wrong place. */
export const operationAssertions: {
    readonly [Operation in keyof OperationArguments]: Assertion<OperationArguments[Operation]>;
} = {
    "bot.reply": (() => { const _io0 = (input: any): boolean => "string" === typeof input.from && "string" === typeof input.contextToken; const _ao0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ("string" === typeof input.from || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".from",
        expected: "string",
        value: input.from
    }, _errorFactory)) && ("string" === typeof input.contextToken || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".contextToken",
        expected: "string",
        value: input.contextToken
    }, _errorFactory)); const __is = (input: any): input is OperationArguments["bot.reply"] => Array.isArray(input) && (input.length === 2 && ("object" === typeof input[0] && null !== input[0] && _io0(input[0])) && "string" === typeof input[1]); let _errorFactory: any; return (input: any, errorFactory?: (p: import("typia").TypeGuardError.IProps) => Error): OperationArguments["bot.reply"] => {
        if (false === __is(input)) {
            _errorFactory = errorFactory;
            ((input: any, _path: string, _exceptionable: boolean = true) => (Array.isArray(input) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[msg: ReplyTarget, text: string]",
                value: input
            }, _errorFactory)) && ((input.length === 2 || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[ReplyTarget, string]",
                value: input
            }, _errorFactory)) && (("object" === typeof input[0] && null !== input[0] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[0]",
                expected: "ReplyTarget",
                value: input[0]
            }, _errorFactory)) && _ao0(input[0], _path + "[0]", true) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[0]",
                expected: "ReplyTarget",
                value: input[0]
            }, _errorFactory)) && ("string" === typeof input[1] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[1]",
                expected: "string",
                value: input[1]
            }, _errorFactory))) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[msg: ReplyTarget, text: string]",
                value: input
            }, _errorFactory))(input, "$input", true);
        }
        return input;
    }; })(),
    "bot.sendText": (() => { const __is = (input: any): input is OperationArguments["bot.sendText"] => Array.isArray(input) && (2 <= input.length && 3 >= input.length && "string" === typeof input[0] && "string" === typeof input[1] && (undefined === input[2] || "string" === typeof input[2])); let _errorFactory: any; return (input: any, errorFactory?: (p: import("typia").TypeGuardError.IProps) => Error): OperationArguments["bot.sendText"] => {
        if (false === __is(input)) {
            _errorFactory = errorFactory;
            ((input: any, _path: string, _exceptionable: boolean = true) => (Array.isArray(input) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[userId: string, text: string, contextToken?: string | undefined]",
                value: input
            }, _errorFactory)) && ((2 <= input.length && 3 >= input.length || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[string, string, (string | undefined)]",
                value: input
            }, _errorFactory)) && ("string" === typeof input[0] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[0]",
                expected: "string",
                value: input[0]
            }, _errorFactory)) && ("string" === typeof input[1] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[1]",
                expected: "string",
                value: input[1]
            }, _errorFactory)) && (undefined === input[2] || "string" === typeof input[2] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[2]",
                expected: "(string | undefined)",
                value: input[2]
            }, _errorFactory))) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[userId: string, text: string, contextToken?: string | undefined]",
                value: input
            }, _errorFactory))(input, "$input", true);
        }
        return input;
    }; })(),
    "bot.sendImage": (() => { const __is = (input: any): input is OperationArguments["bot.sendImage"] => Array.isArray(input) && (input.length === 2 && "string" === typeof input[0] && input[1] instanceof Uint8Array); let _errorFactory: any; return (input: any, errorFactory?: (p: import("typia").TypeGuardError.IProps) => Error): OperationArguments["bot.sendImage"] => {
        if (false === __is(input)) {
            _errorFactory = errorFactory;
            ((input: any, _path: string, _exceptionable: boolean = true) => (Array.isArray(input) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[userId: string, buffer: Uint8Array<ArrayBufferLike>]",
                value: input
            }, _errorFactory)) && ((input.length === 2 || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[string, Uint8Array]",
                value: input
            }, _errorFactory)) && ("string" === typeof input[0] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[0]",
                expected: "string",
                value: input[0]
            }, _errorFactory)) && (input[1] instanceof Uint8Array || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[1]",
                expected: "Uint8Array",
                value: input[1]
            }, _errorFactory))) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[userId: string, buffer: Uint8Array<ArrayBufferLike>]",
                value: input
            }, _errorFactory))(input, "$input", true);
        }
        return input;
    }; })(),
    "bot.sendVideo": (() => { const __is = (input: any): input is OperationArguments["bot.sendVideo"] => Array.isArray(input) && (input.length === 2 && "string" === typeof input[0] && input[1] instanceof Uint8Array); let _errorFactory: any; return (input: any, errorFactory?: (p: import("typia").TypeGuardError.IProps) => Error): OperationArguments["bot.sendVideo"] => {
        if (false === __is(input)) {
            _errorFactory = errorFactory;
            ((input: any, _path: string, _exceptionable: boolean = true) => (Array.isArray(input) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[userId: string, buffer: Uint8Array<ArrayBufferLike>]",
                value: input
            }, _errorFactory)) && ((input.length === 2 || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[string, Uint8Array]",
                value: input
            }, _errorFactory)) && ("string" === typeof input[0] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[0]",
                expected: "string",
                value: input[0]
            }, _errorFactory)) && (input[1] instanceof Uint8Array || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[1]",
                expected: "Uint8Array",
                value: input[1]
            }, _errorFactory))) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[userId: string, buffer: Uint8Array<ArrayBufferLike>]",
                value: input
            }, _errorFactory))(input, "$input", true);
        }
        return input;
    }; })(),
    "bot.sendFile": (() => { const __is = (input: any): input is OperationArguments["bot.sendFile"] => Array.isArray(input) && (input.length === 3 && "string" === typeof input[0] && input[1] instanceof Uint8Array && "string" === typeof input[2]); let _errorFactory: any; return (input: any, errorFactory?: (p: import("typia").TypeGuardError.IProps) => Error): OperationArguments["bot.sendFile"] => {
        if (false === __is(input)) {
            _errorFactory = errorFactory;
            ((input: any, _path: string, _exceptionable: boolean = true) => (Array.isArray(input) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[userId: string, buffer: Uint8Array<ArrayBufferLike>, filename: string]",
                value: input
            }, _errorFactory)) && ((input.length === 3 || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[string, Uint8Array, string]",
                value: input
            }, _errorFactory)) && ("string" === typeof input[0] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[0]",
                expected: "string",
                value: input[0]
            }, _errorFactory)) && (input[1] instanceof Uint8Array || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[1]",
                expected: "Uint8Array",
                value: input[1]
            }, _errorFactory)) && ("string" === typeof input[2] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[2]",
                expected: "string",
                value: input[2]
            }, _errorFactory))) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[userId: string, buffer: Uint8Array<ArrayBufferLike>, filename: string]",
                value: input
            }, _errorFactory))(input, "$input", true);
        }
        return input;
    }; })(),
    "bot.sendVoice": (() => { const _io0 = (input: any): boolean => (undefined === input.encodeType || "number" === typeof input.encodeType) && (undefined === input.sampleRate || "number" === typeof input.sampleRate) && (undefined === input.playtime || "number" === typeof input.playtime); const _ao0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => (undefined === input.encodeType || "number" === typeof input.encodeType || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".encodeType",
        expected: "(number | undefined)",
        value: input.encodeType
    }, _errorFactory)) && (undefined === input.sampleRate || "number" === typeof input.sampleRate || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".sampleRate",
        expected: "(number | undefined)",
        value: input.sampleRate
    }, _errorFactory)) && (undefined === input.playtime || "number" === typeof input.playtime || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".playtime",
        expected: "(number | undefined)",
        value: input.playtime
    }, _errorFactory)); const __is = (input: any): input is OperationArguments["bot.sendVoice"] => Array.isArray(input) && (2 <= input.length && 4 >= input.length && "string" === typeof input[0] && input[1] instanceof Uint8Array && (undefined === input[2] || "string" === typeof input[2]) && (undefined === input[3] || "object" === typeof input[3] && null !== input[3] && false === Array.isArray(input[3]) && _io0(input[3]))); let _errorFactory: any; return (input: any, errorFactory?: (p: import("typia").TypeGuardError.IProps) => Error): OperationArguments["bot.sendVoice"] => {
        if (false === __is(input)) {
            _errorFactory = errorFactory;
            ((input: any, _path: string, _exceptionable: boolean = true) => (Array.isArray(input) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[userId: string, buffer: Uint8Array<ArrayBufferLike>, contextToken?: string | undefined, options?: SendVoiceOptions | undefined]",
                value: input
            }, _errorFactory)) && ((2 <= input.length && 4 >= input.length || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[string, Uint8Array, (string | undefined), (SendVoiceOptions | undefined)]",
                value: input
            }, _errorFactory)) && ("string" === typeof input[0] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[0]",
                expected: "string",
                value: input[0]
            }, _errorFactory)) && (input[1] instanceof Uint8Array || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[1]",
                expected: "Uint8Array",
                value: input[1]
            }, _errorFactory)) && (undefined === input[2] || "string" === typeof input[2] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[2]",
                expected: "(string | undefined)",
                value: input[2]
            }, _errorFactory)) && (undefined === input[3] || ("object" === typeof input[3] && null !== input[3] && false === Array.isArray(input[3]) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[3]",
                expected: "(SendVoiceOptions | undefined)",
                value: input[3]
            }, _errorFactory)) && _ao0(input[3], _path + "[3]", true) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[3]",
                expected: "(SendVoiceOptions | undefined)",
                value: input[3]
            }, _errorFactory))) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[userId: string, buffer: Uint8Array<ArrayBufferLike>, contextToken?: string | undefined, options?: SendVoiceOptions | undefined]",
                value: input
            }, _errorFactory))(input, "$input", true);
        }
        return input;
    }; })(),
    "bot.sendTyping": (() => { const __is = (input: any): input is OperationArguments["bot.sendTyping"] => Array.isArray(input) && (input.length === 1 && "string" === typeof input[0]); let _errorFactory: any; return (input: any, errorFactory?: (p: import("typia").TypeGuardError.IProps) => Error): OperationArguments["bot.sendTyping"] => {
        if (false === __is(input)) {
            _errorFactory = errorFactory;
            ((input: any, _path: string, _exceptionable: boolean = true) => (Array.isArray(input) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[userId: string]",
                value: input
            }, _errorFactory)) && ((input.length === 1 || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[string]",
                value: input
            }, _errorFactory)) && ("string" === typeof input[0] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[0]",
                expected: "string",
                value: input[0]
            }, _errorFactory))) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[userId: string]",
                value: input
            }, _errorFactory))(input, "$input", true);
        }
        return input;
    }; })(),
    "bot.cancelTyping": (() => { const __is = (input: any): input is OperationArguments["bot.cancelTyping"] => Array.isArray(input) && (input.length === 1 && "string" === typeof input[0]); let _errorFactory: any; return (input: any, errorFactory?: (p: import("typia").TypeGuardError.IProps) => Error): OperationArguments["bot.cancelTyping"] => {
        if (false === __is(input)) {
            _errorFactory = errorFactory;
            ((input: any, _path: string, _exceptionable: boolean = true) => (Array.isArray(input) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[userId: string]",
                value: input
            }, _errorFactory)) && ((input.length === 1 || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[string]",
                value: input
            }, _errorFactory)) && ("string" === typeof input[0] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[0]",
                expected: "string",
                value: input[0]
            }, _errorFactory))) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[userId: string]",
                value: input
            }, _errorFactory))(input, "$input", true);
        }
        return input;
    }; })(),
    "bot.downloadImage": (() => { const _io0 = (input: any): boolean => "number" === typeof input.thumb_width && "number" === typeof input.thumb_height && "number" === typeof input.mid_size && ("object" === typeof input.media && null !== input.media && _io1(input.media)); const _io1 = (input: any): boolean => "string" === typeof input.encrypt_query_param && Object.keys(input).every((key: any) => {
        if (["encrypt_query_param"].some((prop: any) => key === prop))
            return true;
        const value = input[key];
        if (undefined === value)
            return true;
        return true;
    }); const _ao0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ("number" === typeof input.thumb_width || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".thumb_width",
        expected: "number",
        value: input.thumb_width
    }, _errorFactory)) && ("number" === typeof input.thumb_height || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".thumb_height",
        expected: "number",
        value: input.thumb_height
    }, _errorFactory)) && ("number" === typeof input.mid_size || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".mid_size",
        expected: "number",
        value: input.mid_size
    }, _errorFactory)) && (("object" === typeof input.media && null !== input.media || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".media",
        expected: "MediaReference",
        value: input.media
    }, _errorFactory)) && _ao1(input.media, _path + ".media", true && _exceptionable) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".media",
        expected: "MediaReference",
        value: input.media
    }, _errorFactory)); const _ao1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ("string" === typeof input.encrypt_query_param || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".encrypt_query_param",
        expected: "string",
        value: input.encrypt_query_param
    }, _errorFactory)) && (false === _exceptionable || Object.keys(input).every((key: any) => {
        if (["encrypt_query_param"].some((prop: any) => key === prop))
            return true;
        const value = input[key];
        if (undefined === value)
            return true;
        return true;
    })); const __is = (input: any): input is OperationArguments["bot.downloadImage"] => Array.isArray(input) && (input.length === 1 && ("object" === typeof input[0] && null !== input[0] && _io0(input[0]))); let _errorFactory: any; return (input: any, errorFactory?: (p: import("typia").TypeGuardError.IProps) => Error): OperationArguments["bot.downloadImage"] => {
        if (false === __is(input)) {
            _errorFactory = errorFactory;
            ((input: any, _path: string, _exceptionable: boolean = true) => (Array.isArray(input) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[item: ImageItem]",
                value: input
            }, _errorFactory)) && ((input.length === 1 || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[ImageItem]",
                value: input
            }, _errorFactory)) && (("object" === typeof input[0] && null !== input[0] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[0]",
                expected: "ImageItem",
                value: input[0]
            }, _errorFactory)) && _ao0(input[0], _path + "[0]", true) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[0]",
                expected: "ImageItem",
                value: input[0]
            }, _errorFactory))) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[item: ImageItem]",
                value: input
            }, _errorFactory))(input, "$input", true);
        }
        return input;
    }; })(),
    "bot.downloadVoice": (() => { const _io0 = (input: any): boolean => "number" === typeof input.playtime && "string" === typeof input.text && ("object" === typeof input.media && null !== input.media && _io1(input.media)); const _io1 = (input: any): boolean => "string" === typeof input.encrypt_query_param && Object.keys(input).every((key: any) => {
        if (["encrypt_query_param"].some((prop: any) => key === prop))
            return true;
        const value = input[key];
        if (undefined === value)
            return true;
        return true;
    }); const _ao0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ("number" === typeof input.playtime || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".playtime",
        expected: "number",
        value: input.playtime
    }, _errorFactory)) && ("string" === typeof input.text || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".text",
        expected: "string",
        value: input.text
    }, _errorFactory)) && (("object" === typeof input.media && null !== input.media || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".media",
        expected: "MediaReference",
        value: input.media
    }, _errorFactory)) && _ao1(input.media, _path + ".media", true && _exceptionable) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".media",
        expected: "MediaReference",
        value: input.media
    }, _errorFactory)); const _ao1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ("string" === typeof input.encrypt_query_param || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".encrypt_query_param",
        expected: "string",
        value: input.encrypt_query_param
    }, _errorFactory)) && (false === _exceptionable || Object.keys(input).every((key: any) => {
        if (["encrypt_query_param"].some((prop: any) => key === prop))
            return true;
        const value = input[key];
        if (undefined === value)
            return true;
        return true;
    })); const __is = (input: any): input is OperationArguments["bot.downloadVoice"] => Array.isArray(input) && (input.length === 1 && ("object" === typeof input[0] && null !== input[0] && _io0(input[0]))); let _errorFactory: any; return (input: any, errorFactory?: (p: import("typia").TypeGuardError.IProps) => Error): OperationArguments["bot.downloadVoice"] => {
        if (false === __is(input)) {
            _errorFactory = errorFactory;
            ((input: any, _path: string, _exceptionable: boolean = true) => (Array.isArray(input) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[item: VoiceItem]",
                value: input
            }, _errorFactory)) && ((input.length === 1 || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[VoiceItem]",
                value: input
            }, _errorFactory)) && (("object" === typeof input[0] && null !== input[0] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[0]",
                expected: "VoiceItem",
                value: input[0]
            }, _errorFactory)) && _ao0(input[0], _path + "[0]", true) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[0]",
                expected: "VoiceItem",
                value: input[0]
            }, _errorFactory))) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[item: VoiceItem]",
                value: input
            }, _errorFactory))(input, "$input", true);
        }
        return input;
    }; })(),
    "bot.downloadFile": (() => { const _io0 = (input: any): boolean => "string" === typeof input.file_name && "number" === typeof input.len && "string" === typeof input.md5 && ("object" === typeof input.media && null !== input.media && _io1(input.media)); const _io1 = (input: any): boolean => "string" === typeof input.encrypt_query_param && Object.keys(input).every((key: any) => {
        if (["encrypt_query_param"].some((prop: any) => key === prop))
            return true;
        const value = input[key];
        if (undefined === value)
            return true;
        return true;
    }); const _ao0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ("string" === typeof input.file_name || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".file_name",
        expected: "string",
        value: input.file_name
    }, _errorFactory)) && ("number" === typeof input.len || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".len",
        expected: "number",
        value: input.len
    }, _errorFactory)) && ("string" === typeof input.md5 || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".md5",
        expected: "string",
        value: input.md5
    }, _errorFactory)) && (("object" === typeof input.media && null !== input.media || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".media",
        expected: "MediaReference",
        value: input.media
    }, _errorFactory)) && _ao1(input.media, _path + ".media", true && _exceptionable) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".media",
        expected: "MediaReference",
        value: input.media
    }, _errorFactory)); const _ao1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ("string" === typeof input.encrypt_query_param || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".encrypt_query_param",
        expected: "string",
        value: input.encrypt_query_param
    }, _errorFactory)) && (false === _exceptionable || Object.keys(input).every((key: any) => {
        if (["encrypt_query_param"].some((prop: any) => key === prop))
            return true;
        const value = input[key];
        if (undefined === value)
            return true;
        return true;
    })); const __is = (input: any): input is OperationArguments["bot.downloadFile"] => Array.isArray(input) && (input.length === 1 && ("object" === typeof input[0] && null !== input[0] && _io0(input[0]))); let _errorFactory: any; return (input: any, errorFactory?: (p: import("typia").TypeGuardError.IProps) => Error): OperationArguments["bot.downloadFile"] => {
        if (false === __is(input)) {
            _errorFactory = errorFactory;
            ((input: any, _path: string, _exceptionable: boolean = true) => (Array.isArray(input) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[item: FileItem]",
                value: input
            }, _errorFactory)) && ((input.length === 1 || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[FileItem]",
                value: input
            }, _errorFactory)) && (("object" === typeof input[0] && null !== input[0] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[0]",
                expected: "FileItem",
                value: input[0]
            }, _errorFactory)) && _ao0(input[0], _path + "[0]", true) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[0]",
                expected: "FileItem",
                value: input[0]
            }, _errorFactory))) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[item: FileItem]",
                value: input
            }, _errorFactory))(input, "$input", true);
        }
        return input;
    }; })(),
    "bot.downloadVideo": (() => { const _io0 = (input: any): boolean => "number" === typeof input.play_length && "number" === typeof input.video_size && "number" === typeof input.thumb_width && "number" === typeof input.thumb_height && ("object" === typeof input.media && null !== input.media && _io1(input.media)); const _io1 = (input: any): boolean => "string" === typeof input.encrypt_query_param && Object.keys(input).every((key: any) => {
        if (["encrypt_query_param"].some((prop: any) => key === prop))
            return true;
        const value = input[key];
        if (undefined === value)
            return true;
        return true;
    }); const _ao0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ("number" === typeof input.play_length || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".play_length",
        expected: "number",
        value: input.play_length
    }, _errorFactory)) && ("number" === typeof input.video_size || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".video_size",
        expected: "number",
        value: input.video_size
    }, _errorFactory)) && ("number" === typeof input.thumb_width || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".thumb_width",
        expected: "number",
        value: input.thumb_width
    }, _errorFactory)) && ("number" === typeof input.thumb_height || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".thumb_height",
        expected: "number",
        value: input.thumb_height
    }, _errorFactory)) && (("object" === typeof input.media && null !== input.media || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".media",
        expected: "MediaReference",
        value: input.media
    }, _errorFactory)) && _ao1(input.media, _path + ".media", true && _exceptionable) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".media",
        expected: "MediaReference",
        value: input.media
    }, _errorFactory)); const _ao1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ("string" === typeof input.encrypt_query_param || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".encrypt_query_param",
        expected: "string",
        value: input.encrypt_query_param
    }, _errorFactory)) && (false === _exceptionable || Object.keys(input).every((key: any) => {
        if (["encrypt_query_param"].some((prop: any) => key === prop))
            return true;
        const value = input[key];
        if (undefined === value)
            return true;
        return true;
    })); const __is = (input: any): input is OperationArguments["bot.downloadVideo"] => Array.isArray(input) && (input.length === 1 && ("object" === typeof input[0] && null !== input[0] && _io0(input[0]))); let _errorFactory: any; return (input: any, errorFactory?: (p: import("typia").TypeGuardError.IProps) => Error): OperationArguments["bot.downloadVideo"] => {
        if (false === __is(input)) {
            _errorFactory = errorFactory;
            ((input: any, _path: string, _exceptionable: boolean = true) => (Array.isArray(input) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[item: VideoItem]",
                value: input
            }, _errorFactory)) && ((input.length === 1 || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[VideoItem]",
                value: input
            }, _errorFactory)) && (("object" === typeof input[0] && null !== input[0] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[0]",
                expected: "VideoItem",
                value: input[0]
            }, _errorFactory)) && _ao0(input[0], _path + "[0]", true) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[0]",
                expected: "VideoItem",
                value: input[0]
            }, _errorFactory))) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[item: VideoItem]",
                value: input
            }, _errorFactory))(input, "$input", true);
        }
        return input;
    }; })(),
    "bot.downloadRaw": (() => { const __is = (input: any): input is OperationArguments["bot.downloadRaw"] => Array.isArray(input) && (input.length === 1 && "string" === typeof input[0]); let _errorFactory: any; return (input: any, errorFactory?: (p: import("typia").TypeGuardError.IProps) => Error): OperationArguments["bot.downloadRaw"] => {
        if (false === __is(input)) {
            _errorFactory = errorFactory;
            ((input: any, _path: string, _exceptionable: boolean = true) => (Array.isArray(input) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[encryptQueryParam: string]",
                value: input
            }, _errorFactory)) && ((input.length === 1 || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[string]",
                value: input
            }, _errorFactory)) && ("string" === typeof input[0] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[0]",
                expected: "string",
                value: input[0]
            }, _errorFactory))) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[encryptQueryParam: string]",
                value: input
            }, _errorFactory))(input, "$input", true);
        }
        return input;
    }; })(),
    "storage.get": (() => { const __is = (input: any): input is OperationArguments["storage.get"] => Array.isArray(input) && (input.length === 1 && "string" === typeof input[0]); let _errorFactory: any; return (input: any, errorFactory?: (p: import("typia").TypeGuardError.IProps) => Error): OperationArguments["storage.get"] => {
        if (false === __is(input)) {
            _errorFactory = errorFactory;
            ((input: any, _path: string, _exceptionable: boolean = true) => (Array.isArray(input) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[key: string]",
                value: input
            }, _errorFactory)) && ((input.length === 1 || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[string]",
                value: input
            }, _errorFactory)) && ("string" === typeof input[0] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[0]",
                expected: "string",
                value: input[0]
            }, _errorFactory))) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[key: string]",
                value: input
            }, _errorFactory))(input, "$input", true);
        }
        return input;
    }; })(),
    "storage.set": (() => { const _io0 = (input: any): boolean => Object.keys(input).every((key: any) => {
        const value = input[key];
        if (undefined === value)
            return true;
        return undefined !== value && (null === value || "string" === typeof value || "number" === typeof value || "boolean" === typeof value || (Array.isArray(value) && (_ia0(value) || false) || "object" === typeof value && null !== value && false === Array.isArray(value) && _io0(value)));
    }); const _ia0 = (input: any): any => input.every((elem: any) => undefined !== elem && (null === elem || "string" === typeof elem || "number" === typeof elem || "boolean" === typeof elem || (Array.isArray(elem) && (_ia0(elem) || false) || "object" === typeof elem && null !== elem && false === Array.isArray(elem) && _io0(elem)))); const _ao0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => false === _exceptionable || Object.keys(input).every((key: any) => {
        const value = input[key];
        if (undefined === value)
            return true;
        return (undefined !== value || __typia_transform__assertGuard._assertGuard(_exceptionable, {
            method: "typia.createAssert",
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
            value: value
        }, _errorFactory)) && (null === value || "string" === typeof value || "number" === typeof value || "boolean" === typeof value || (Array.isArray(value) && (_aa0(value, _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key), true && _exceptionable) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
            method: "typia.createAssert",
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "ReadonlyArray<JsonValue>",
            value: value
        }, _errorFactory)) || "object" === typeof value && null !== value && false === Array.isArray(value) && _ao0(value, _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key), true && _exceptionable) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
            method: "typia.createAssert",
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
            value: value
        }, _errorFactory)) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
            method: "typia.createAssert",
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
            value: value
        }, _errorFactory));
    }); const _aa0 = (input: any, _path: string, _exceptionable: boolean = true): any => input.every((elem: any, _index2: number) => (undefined !== elem || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + "[" + _index2 + "]",
        expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
        value: elem
    }, _errorFactory)) && (null === elem || "string" === typeof elem || "number" === typeof elem || "boolean" === typeof elem || (Array.isArray(elem) && (_aa0(elem, _path + "[" + _index2 + "]", true && _exceptionable) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + "[" + _index2 + "]",
        expected: "ReadonlyArray<JsonValue>",
        value: elem
    }, _errorFactory)) || "object" === typeof elem && null !== elem && false === Array.isArray(elem) && _ao0(elem, _path + "[" + _index2 + "]", true && _exceptionable) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + "[" + _index2 + "]",
        expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
        value: elem
    }, _errorFactory)) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + "[" + _index2 + "]",
        expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
        value: elem
    }, _errorFactory))); const __is = (input: any): input is OperationArguments["storage.set"] => Array.isArray(input) && (input.length === 2 && "string" === typeof input[0] && (undefined !== input[1] && (null === input[1] || "string" === typeof input[1] || "number" === typeof input[1] || "boolean" === typeof input[1] || (Array.isArray(input[1]) && (_ia0(input[1]) || false) || "object" === typeof input[1] && null !== input[1] && false === Array.isArray(input[1]) && _io0(input[1]))))); let _errorFactory: any; return (input: any, errorFactory?: (p: import("typia").TypeGuardError.IProps) => Error): OperationArguments["storage.set"] => {
        if (false === __is(input)) {
            _errorFactory = errorFactory;
            ((input: any, _path: string, _exceptionable: boolean = true) => (Array.isArray(input) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[key: string, value: JsonValue]",
                value: input
            }, _errorFactory)) && ((input.length === 2 || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[string, (ReadonlyArray<JsonValue> | __type | boolean | null | number | string)]",
                value: input
            }, _errorFactory)) && ("string" === typeof input[0] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[0]",
                expected: "string",
                value: input[0]
            }, _errorFactory)) && ((undefined !== input[1] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[1]",
                expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
                value: input[1]
            }, _errorFactory)) && (null === input[1] || "string" === typeof input[1] || "number" === typeof input[1] || "boolean" === typeof input[1] || (Array.isArray(input[1]) && (_aa0(input[1], _path + "[1]", true && _exceptionable) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
                method: "typia.createAssert",
                path: _path + "[1]",
                expected: "ReadonlyArray<JsonValue>",
                value: input[1]
            }, _errorFactory)) || "object" === typeof input[1] && null !== input[1] && false === Array.isArray(input[1]) && _ao0(input[1], _path + "[1]", true) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[1]",
                expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
                value: input[1]
            }, _errorFactory)) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[1]",
                expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
                value: input[1]
            }, _errorFactory)))) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[key: string, value: JsonValue]",
                value: input
            }, _errorFactory))(input, "$input", true);
        }
        return input;
    }; })(),
    "storage.compareAndSet": (() => { const _io0 = (input: any): boolean => Object.keys(input).every((key: any) => {
        const value = input[key];
        if (undefined === value)
            return true;
        return undefined !== value && (null === value || "string" === typeof value || "number" === typeof value || "boolean" === typeof value || (Array.isArray(value) && (_ia0(value) || false) || "object" === typeof value && null !== value && false === Array.isArray(value) && _io0(value)));
    }); const _ia0 = (input: any): any => input.every((elem: any) => undefined !== elem && (null === elem || "string" === typeof elem || "number" === typeof elem || "boolean" === typeof elem || (Array.isArray(elem) && (_ia0(elem) || false) || "object" === typeof elem && null !== elem && false === Array.isArray(elem) && _io0(elem)))); const _ao0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => false === _exceptionable || Object.keys(input).every((key: any) => {
        const value = input[key];
        if (undefined === value)
            return true;
        return (undefined !== value || __typia_transform__assertGuard._assertGuard(_exceptionable, {
            method: "typia.createAssert",
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
            value: value
        }, _errorFactory)) && (null === value || "string" === typeof value || "number" === typeof value || "boolean" === typeof value || (Array.isArray(value) && (_aa0(value, _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key), true && _exceptionable) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
            method: "typia.createAssert",
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "ReadonlyArray<JsonValue>",
            value: value
        }, _errorFactory)) || "object" === typeof value && null !== value && false === Array.isArray(value) && _ao0(value, _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key), true && _exceptionable) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
            method: "typia.createAssert",
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
            value: value
        }, _errorFactory)) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
            method: "typia.createAssert",
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
            value: value
        }, _errorFactory));
    }); const _aa0 = (input: any, _path: string, _exceptionable: boolean = true): any => input.every((elem: any, _index2: number) => (undefined !== elem || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + "[" + _index2 + "]",
        expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
        value: elem
    }, _errorFactory)) && (null === elem || "string" === typeof elem || "number" === typeof elem || "boolean" === typeof elem || (Array.isArray(elem) && (_aa0(elem, _path + "[" + _index2 + "]", true && _exceptionable) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + "[" + _index2 + "]",
        expected: "ReadonlyArray<JsonValue>",
        value: elem
    }, _errorFactory)) || "object" === typeof elem && null !== elem && false === Array.isArray(elem) && _ao0(elem, _path + "[" + _index2 + "]", true && _exceptionable) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + "[" + _index2 + "]",
        expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
        value: elem
    }, _errorFactory)) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + "[" + _index2 + "]",
        expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
        value: elem
    }, _errorFactory))); const __is = (input: any): input is OperationArguments["storage.compareAndSet"] => Array.isArray(input) && (input.length === 3 && "string" === typeof input[0] && (undefined !== input[1] && (null === input[1] || "string" === typeof input[1] || "number" === typeof input[1] || "boolean" === typeof input[1] || (Array.isArray(input[1]) && (_ia0(input[1]) || false) || "object" === typeof input[1] && null !== input[1] && false === Array.isArray(input[1]) && _io0(input[1])))) && (undefined !== input[2] && (null === input[2] || "string" === typeof input[2] || "number" === typeof input[2] || "boolean" === typeof input[2] || (Array.isArray(input[2]) && (_ia0(input[2]) || false) || "object" === typeof input[2] && null !== input[2] && false === Array.isArray(input[2]) && _io0(input[2]))))); let _errorFactory: any; return (input: any, errorFactory?: (p: import("typia").TypeGuardError.IProps) => Error): OperationArguments["storage.compareAndSet"] => {
        if (false === __is(input)) {
            _errorFactory = errorFactory;
            ((input: any, _path: string, _exceptionable: boolean = true) => (Array.isArray(input) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[key: string, expected: JsonValue, value: JsonValue]",
                value: input
            }, _errorFactory)) && ((input.length === 3 || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[string, (ReadonlyArray<JsonValue> | __type | boolean | null | number | string), (ReadonlyArray<JsonValue> | __type | boolean | null | number | string)]",
                value: input
            }, _errorFactory)) && ("string" === typeof input[0] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[0]",
                expected: "string",
                value: input[0]
            }, _errorFactory)) && ((undefined !== input[1] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[1]",
                expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
                value: input[1]
            }, _errorFactory)) && (null === input[1] || "string" === typeof input[1] || "number" === typeof input[1] || "boolean" === typeof input[1] || (Array.isArray(input[1]) && (_aa0(input[1], _path + "[1]", true && _exceptionable) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
                method: "typia.createAssert",
                path: _path + "[1]",
                expected: "ReadonlyArray<JsonValue>",
                value: input[1]
            }, _errorFactory)) || "object" === typeof input[1] && null !== input[1] && false === Array.isArray(input[1]) && _ao0(input[1], _path + "[1]", true) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[1]",
                expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
                value: input[1]
            }, _errorFactory)) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[1]",
                expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
                value: input[1]
            }, _errorFactory))) && ((undefined !== input[2] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[2]",
                expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
                value: input[2]
            }, _errorFactory)) && (null === input[2] || "string" === typeof input[2] || "number" === typeof input[2] || "boolean" === typeof input[2] || (Array.isArray(input[2]) && (_aa0(input[2], _path + "[2]", true && _exceptionable) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
                method: "typia.createAssert",
                path: _path + "[2]",
                expected: "ReadonlyArray<JsonValue>",
                value: input[2]
            }, _errorFactory)) || "object" === typeof input[2] && null !== input[2] && false === Array.isArray(input[2]) && _ao0(input[2], _path + "[2]", true) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[2]",
                expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
                value: input[2]
            }, _errorFactory)) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[2]",
                expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
                value: input[2]
            }, _errorFactory)))) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[key: string, expected: JsonValue, value: JsonValue]",
                value: input
            }, _errorFactory))(input, "$input", true);
        }
        return input;
    }; })(),
    "storage.delete": (() => { const __is = (input: any): input is OperationArguments["storage.delete"] => Array.isArray(input) && (input.length === 1 && "string" === typeof input[0]); let _errorFactory: any; return (input: any, errorFactory?: (p: import("typia").TypeGuardError.IProps) => Error): OperationArguments["storage.delete"] => {
        if (false === __is(input)) {
            _errorFactory = errorFactory;
            ((input: any, _path: string, _exceptionable: boolean = true) => (Array.isArray(input) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[key: string]",
                value: input
            }, _errorFactory)) && ((input.length === 1 || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[string]",
                value: input
            }, _errorFactory)) && ("string" === typeof input[0] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[0]",
                expected: "string",
                value: input[0]
            }, _errorFactory))) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[key: string]",
                value: input
            }, _errorFactory))(input, "$input", true);
        }
        return input;
    }; })(),
    "storage.keys": (() => { const __is = (input: any): input is OperationArguments["storage.keys"] => Array.isArray(input) && input.length === 0; let _errorFactory: any; return (input: any, errorFactory?: (p: import("typia").TypeGuardError.IProps) => Error): OperationArguments["storage.keys"] => {
        if (false === __is(input)) {
            _errorFactory = errorFactory;
            ((input: any, _path: string, _exceptionable: boolean = true) => (Array.isArray(input) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[]",
                value: input
            }, _errorFactory)) && (input.length === 0 || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[]",
                value: input
            }, _errorFactory)) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[]",
                value: input
            }, _errorFactory))(input, "$input", true);
        }
        return input;
    }; })(),
    "storage.clear": (() => { const __is = (input: any): input is OperationArguments["storage.clear"] => Array.isArray(input) && input.length === 0; let _errorFactory: any; return (input: any, errorFactory?: (p: import("typia").TypeGuardError.IProps) => Error): OperationArguments["storage.clear"] => {
        if (false === __is(input)) {
            _errorFactory = errorFactory;
            ((input: any, _path: string, _exceptionable: boolean = true) => (Array.isArray(input) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[]",
                value: input
            }, _errorFactory)) && (input.length === 0 || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[]",
                value: input
            }, _errorFactory)) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[]",
                value: input
            }, _errorFactory))(input, "$input", true);
        }
        return input;
    }; })(),
    "aiService.callModel": (() => { const _io0 = (input: any): boolean => "string" === typeof input.model && (Array.isArray(input.messages) && input.messages.every((elem: any) => "object" === typeof elem && null !== elem && _io1(elem))) && (undefined === input.systemPrompt || "string" === typeof input.systemPrompt) && (undefined === input.maxTokens || "number" === typeof input.maxTokens); const _io1 = (input: any): boolean => "string" === typeof input.role && (undefined !== input.content && (null === input.content || "string" === typeof input.content || "number" === typeof input.content || "boolean" === typeof input.content || (Array.isArray(input.content) && (_ia0(input.content) || false) || "object" === typeof input.content && null !== input.content && false === Array.isArray(input.content) && _io2(input.content)))); const _io2 = (input: any): boolean => Object.keys(input).every((key: any) => {
        const value = input[key];
        if (undefined === value)
            return true;
        return undefined !== value && (null === value || "string" === typeof value || "number" === typeof value || "boolean" === typeof value || (Array.isArray(value) && (_ia0(value) || false) || "object" === typeof value && null !== value && false === Array.isArray(value) && _io2(value)));
    }); const _io3 = (input: any): boolean => "string" === typeof input.model && "string" === typeof input.imagePrompt && (undefined === input.imageSize || "string" === typeof input.imageSize); const _iu0 = (input: any): any => (() => {
        if (undefined !== input.messages)
            return _io0(input);
        else if (undefined !== input.imagePrompt)
            return _io3(input);
        else
            return false;
    })(); const _ia0 = (input: any): any => input.every((elem: any) => undefined !== elem && (null === elem || "string" === typeof elem || "number" === typeof elem || "boolean" === typeof elem || (Array.isArray(elem) && (_ia0(elem) || false) || "object" === typeof elem && null !== elem && false === Array.isArray(elem) && _io2(elem)))); const _ao0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ("string" === typeof input.model || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".model",
        expected: "string",
        value: input.model
    }, _errorFactory)) && ((Array.isArray(input.messages) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".messages",
        expected: "Array<AIMessage>",
        value: input.messages
    }, _errorFactory)) && input.messages.every((elem: any, _index3: number) => ("object" === typeof elem && null !== elem || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".messages[" + _index3 + "]",
        expected: "AIMessage",
        value: elem
    }, _errorFactory)) && _ao1(elem, _path + ".messages[" + _index3 + "]", true && _exceptionable) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".messages[" + _index3 + "]",
        expected: "AIMessage",
        value: elem
    }, _errorFactory)) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".messages",
        expected: "Array<AIMessage>",
        value: input.messages
    }, _errorFactory)) && (undefined === input.systemPrompt || "string" === typeof input.systemPrompt || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".systemPrompt",
        expected: "(string | undefined)",
        value: input.systemPrompt
    }, _errorFactory)) && (undefined === input.maxTokens || "number" === typeof input.maxTokens || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".maxTokens",
        expected: "(number | undefined)",
        value: input.maxTokens
    }, _errorFactory)); const _ao1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ("string" === typeof input.role || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".role",
        expected: "string",
        value: input.role
    }, _errorFactory)) && ((undefined !== input.content || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".content",
        expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
        value: input.content
    }, _errorFactory)) && (null === input.content || "string" === typeof input.content || "number" === typeof input.content || "boolean" === typeof input.content || (Array.isArray(input.content) && (_aa0(input.content, _path + ".content", true && _exceptionable) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".content",
        expected: "ReadonlyArray<JsonValue>",
        value: input.content
    }, _errorFactory)) || "object" === typeof input.content && null !== input.content && false === Array.isArray(input.content) && _ao2(input.content, _path + ".content", true && _exceptionable) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".content",
        expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
        value: input.content
    }, _errorFactory)) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".content",
        expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
        value: input.content
    }, _errorFactory))); const _ao2 = (input: any, _path: string, _exceptionable: boolean = true): boolean => false === _exceptionable || Object.keys(input).every((key: any) => {
        const value = input[key];
        if (undefined === value)
            return true;
        return (undefined !== value || __typia_transform__assertGuard._assertGuard(_exceptionable, {
            method: "typia.createAssert",
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
            value: value
        }, _errorFactory)) && (null === value || "string" === typeof value || "number" === typeof value || "boolean" === typeof value || (Array.isArray(value) && (_aa0(value, _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key), true && _exceptionable) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
            method: "typia.createAssert",
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "ReadonlyArray<JsonValue>",
            value: value
        }, _errorFactory)) || "object" === typeof value && null !== value && false === Array.isArray(value) && _ao2(value, _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key), true && _exceptionable) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
            method: "typia.createAssert",
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
            value: value
        }, _errorFactory)) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
            method: "typia.createAssert",
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
            value: value
        }, _errorFactory));
    }); const _ao3 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ("string" === typeof input.model || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".model",
        expected: "string",
        value: input.model
    }, _errorFactory)) && ("string" === typeof input.imagePrompt || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".imagePrompt",
        expected: "string",
        value: input.imagePrompt
    }, _errorFactory)) && (undefined === input.imageSize || "string" === typeof input.imageSize || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".imageSize",
        expected: "(string | undefined)",
        value: input.imageSize
    }, _errorFactory)); const _au0 = (input: any, _path: string, _exceptionable: boolean = true): any => (() => {
        if (undefined !== input.messages)
            return _ao0(input, _path, true && _exceptionable);
        else if (undefined !== input.imagePrompt)
            return _ao3(input, _path, true && _exceptionable);
        else
            return __typia_transform__assertGuard._assertGuard(_exceptionable, {
                method: "typia.createAssert",
                path: _path,
                expected: "(ChatModelInput | ImageModelInput)",
                value: input
            }, _errorFactory);
    })(); const _aa0 = (input: any, _path: string, _exceptionable: boolean = true): any => input.every((elem: any, _index4: number) => (undefined !== elem || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + "[" + _index4 + "]",
        expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
        value: elem
    }, _errorFactory)) && (null === elem || "string" === typeof elem || "number" === typeof elem || "boolean" === typeof elem || (Array.isArray(elem) && (_aa0(elem, _path + "[" + _index4 + "]", true && _exceptionable) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + "[" + _index4 + "]",
        expected: "ReadonlyArray<JsonValue>",
        value: elem
    }, _errorFactory)) || "object" === typeof elem && null !== elem && false === Array.isArray(elem) && _ao2(elem, _path + "[" + _index4 + "]", true && _exceptionable) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + "[" + _index4 + "]",
        expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
        value: elem
    }, _errorFactory)) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + "[" + _index4 + "]",
        expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
        value: elem
    }, _errorFactory))); const __is = (input: any): input is OperationArguments["aiService.callModel"] => Array.isArray(input) && (input.length === 1 && ("object" === typeof input[0] && null !== input[0] && _iu0(input[0]))); let _errorFactory: any; return (input: any, errorFactory?: (p: import("typia").TypeGuardError.IProps) => Error): OperationArguments["aiService.callModel"] => {
        if (false === __is(input)) {
            _errorFactory = errorFactory;
            ((input: any, _path: string, _exceptionable: boolean = true) => (Array.isArray(input) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[input: ChatModelInput | ImageModelInput]",
                value: input
            }, _errorFactory)) && ((input.length === 1 || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[(ChatModelInput | ImageModelInput)]",
                value: input
            }, _errorFactory)) && (("object" === typeof input[0] && null !== input[0] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[0]",
                expected: "(ChatModelInput | ImageModelInput)",
                value: input[0]
            }, _errorFactory)) && _au0(input[0], _path + "[0]", true) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[0]",
                expected: "(ChatModelInput | ImageModelInput)",
                value: input[0]
            }, _errorFactory))) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[input: ChatModelInput | ImageModelInput]",
                value: input
            }, _errorFactory))(input, "$input", true);
        }
        return input;
    }; })(),
    "aiService.getModelsByCategory": (() => { const __is = (input: any): input is OperationArguments["aiService.getModelsByCategory"] => Array.isArray(input) && (input.length === 1 && ("image" === input[0] || "chat" === input[0] || "vision" === input[0])); let _errorFactory: any; return (input: any, errorFactory?: (p: import("typia").TypeGuardError.IProps) => Error): OperationArguments["aiService.getModelsByCategory"] => {
        if (false === __is(input)) {
            _errorFactory = errorFactory;
            ((input: any, _path: string, _exceptionable: boolean = true) => (Array.isArray(input) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[category: AIModelCategory]",
                value: input
            }, _errorFactory)) && ((input.length === 1 || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[(\"chat\" | \"image\" | \"vision\")]",
                value: input
            }, _errorFactory)) && ("image" === input[0] || "chat" === input[0] || "vision" === input[0] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[0]",
                expected: "(\"chat\" | \"image\" | \"vision\")",
                value: input[0]
            }, _errorFactory))) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[category: AIModelCategory]",
                value: input
            }, _errorFactory))(input, "$input", true);
        }
        return input;
    }; })(),
    "aiService.getModelInfo": (() => { const __is = (input: any): input is OperationArguments["aiService.getModelInfo"] => Array.isArray(input) && (input.length === 1 && "string" === typeof input[0]); let _errorFactory: any; return (input: any, errorFactory?: (p: import("typia").TypeGuardError.IProps) => Error): OperationArguments["aiService.getModelInfo"] => {
        if (false === __is(input)) {
            _errorFactory = errorFactory;
            ((input: any, _path: string, _exceptionable: boolean = true) => (Array.isArray(input) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[name: string]",
                value: input
            }, _errorFactory)) && ((input.length === 1 || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[string]",
                value: input
            }, _errorFactory)) && ("string" === typeof input[0] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[0]",
                expected: "string",
                value: input[0]
            }, _errorFactory))) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[name: string]",
                value: input
            }, _errorFactory))(input, "$input", true);
        }
        return input;
    }; })(),
    "aiService.isFreeModel": (() => { const __is = (input: any): input is OperationArguments["aiService.isFreeModel"] => Array.isArray(input) && (input.length === 1 && "string" === typeof input[0]); let _errorFactory: any; return (input: any, errorFactory?: (p: import("typia").TypeGuardError.IProps) => Error): OperationArguments["aiService.isFreeModel"] => {
        if (false === __is(input)) {
            _errorFactory = errorFactory;
            ((input: any, _path: string, _exceptionable: boolean = true) => (Array.isArray(input) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[name: string]",
                value: input
            }, _errorFactory)) && ((input.length === 1 || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[string]",
                value: input
            }, _errorFactory)) && ("string" === typeof input[0] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[0]",
                expected: "string",
                value: input[0]
            }, _errorFactory))) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[name: string]",
                value: input
            }, _errorFactory))(input, "$input", true);
        }
        return input;
    }; })(),
    "aiService.getImageUsageToday": (() => { const __is = (input: any): input is OperationArguments["aiService.getImageUsageToday"] => Array.isArray(input) && input.length === 0; let _errorFactory: any; return (input: any, errorFactory?: (p: import("typia").TypeGuardError.IProps) => Error): OperationArguments["aiService.getImageUsageToday"] => {
        if (false === __is(input)) {
            _errorFactory = errorFactory;
            ((input: any, _path: string, _exceptionable: boolean = true) => (Array.isArray(input) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[]",
                value: input
            }, _errorFactory)) && (input.length === 0 || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[]",
                value: input
            }, _errorFactory)) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[]",
                value: input
            }, _errorFactory))(input, "$input", true);
        }
        return input;
    }; })(),
    "aiService.getFreeImageQuota": (() => { const __is = (input: any): input is OperationArguments["aiService.getFreeImageQuota"] => Array.isArray(input) && input.length === 0; let _errorFactory: any; return (input: any, errorFactory?: (p: import("typia").TypeGuardError.IProps) => Error): OperationArguments["aiService.getFreeImageQuota"] => {
        if (false === __is(input)) {
            _errorFactory = errorFactory;
            ((input: any, _path: string, _exceptionable: boolean = true) => (Array.isArray(input) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[]",
                value: input
            }, _errorFactory)) && (input.length === 0 || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[]",
                value: input
            }, _errorFactory)) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[]",
                value: input
            }, _errorFactory))(input, "$input", true);
        }
        return input;
    }; })(),
    "searchService.search": (() => { const _io0 = (input: any): boolean => (undefined === input.maxResults || "number" === typeof input.maxResults && (Math.floor(input.maxResults) === input.maxResults && -2147483648 <= input.maxResults && input.maxResults <= 2147483647)) && (undefined === input.region || "string" === typeof input.region); const _ao0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => (undefined === input.maxResults || "number" === typeof input.maxResults && (Math.floor(input.maxResults) === input.maxResults && -2147483648 <= input.maxResults && input.maxResults <= 2147483647 || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".maxResults",
        expected: "number & Type<\"int32\">",
        value: input.maxResults
    }, _errorFactory)) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".maxResults",
        expected: "((number & Type<\"int32\">) | undefined)",
        value: input.maxResults
    }, _errorFactory)) && (undefined === input.region || "string" === typeof input.region || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".region",
        expected: "(string | undefined)",
        value: input.region
    }, _errorFactory)); const __is = (input: any): input is OperationArguments["searchService.search"] => Array.isArray(input) && (1 <= input.length && 2 >= input.length && "string" === typeof input[0] && (undefined === input[1] || "object" === typeof input[1] && null !== input[1] && false === Array.isArray(input[1]) && _io0(input[1]))); let _errorFactory: any; return (input: any, errorFactory?: (p: import("typia").TypeGuardError.IProps) => Error): OperationArguments["searchService.search"] => {
        if (false === __is(input)) {
            _errorFactory = errorFactory;
            ((input: any, _path: string, _exceptionable: boolean = true) => (Array.isArray(input) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[query: string, options?: SearchOptions | undefined]",
                value: input
            }, _errorFactory)) && ((1 <= input.length && 2 >= input.length || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[string, (SearchOptions | undefined)]",
                value: input
            }, _errorFactory)) && ("string" === typeof input[0] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[0]",
                expected: "string",
                value: input[0]
            }, _errorFactory)) && (undefined === input[1] || ("object" === typeof input[1] && null !== input[1] && false === Array.isArray(input[1]) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[1]",
                expected: "(SearchOptions | undefined)",
                value: input[1]
            }, _errorFactory)) && _ao0(input[1], _path + "[1]", true) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[1]",
                expected: "(SearchOptions | undefined)",
                value: input[1]
            }, _errorFactory))) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[query: string, options?: SearchOptions | undefined]",
                value: input
            }, _errorFactory))(input, "$input", true);
        }
        return input;
    }; })(),
    getPlatformCreds: (() => { const __is = (input: any): input is OperationArguments["getPlatformCreds"] => Array.isArray(input) && (input.length === 1 && ("wechat" === input[0] || "feishu" === input[0] || "wecom" === input[0] || "dingtalk" === input[0] || "telegram" === input[0])); let _errorFactory: any; return (input: any, errorFactory?: (p: import("typia").TypeGuardError.IProps) => Error): OperationArguments["getPlatformCreds"] => {
        if (false === __is(input)) {
            _errorFactory = errorFactory;
            ((input: any, _path: string, _exceptionable: boolean = true) => (Array.isArray(input) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[platform: \"wechat\" | \"feishu\" | \"wecom\" | \"dingtalk\" | \"telegram\"]",
                value: input
            }, _errorFactory)) && ((input.length === 1 || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[(\"dingtalk\" | \"feishu\" | \"telegram\" | \"wechat\" | \"wecom\")]",
                value: input
            }, _errorFactory)) && ("wechat" === input[0] || "feishu" === input[0] || "wecom" === input[0] || "dingtalk" === input[0] || "telegram" === input[0] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[0]",
                expected: "(\"dingtalk\" | \"feishu\" | \"telegram\" | \"wechat\" | \"wecom\")",
                value: input[0]
            }, _errorFactory))) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[platform: \"wechat\" | \"feishu\" | \"wecom\" | \"dingtalk\" | \"telegram\"]",
                value: input
            }, _errorFactory))(input, "$input", true);
        }
        return input;
    }; })(),
    fetch: (() => { const _io0 = (input: any): boolean => "string" === typeof input.method && (Array.isArray(input.headers) && input.headers.every((elem: any) => Array.isArray(elem) && (elem.length === 2 && "string" === typeof elem[0] && "string" === typeof elem[1]))); const _ao0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ("string" === typeof input.method || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".method",
        expected: "string",
        value: input.method
    }, _errorFactory)) && ((Array.isArray(input.headers) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".headers",
        expected: "Array<[name: string, value: string]>",
        value: input.headers
    }, _errorFactory)) && input.headers.every((elem: any, _index2: number) => (Array.isArray(elem) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".headers[" + _index2 + "]",
        expected: "[name: string, value: string]",
        value: elem
    }, _errorFactory)) && ((elem.length === 2 || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".headers[" + _index2 + "]",
        expected: "[string, string]",
        value: elem
    }, _errorFactory)) && ("string" === typeof elem[0] || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".headers[" + _index2 + "][0]",
        expected: "string",
        value: elem[0]
    }, _errorFactory)) && ("string" === typeof elem[1] || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".headers[" + _index2 + "][1]",
        expected: "string",
        value: elem[1]
    }, _errorFactory))) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".headers[" + _index2 + "]",
        expected: "[name: string, value: string]",
        value: elem
    }, _errorFactory)) || __typia_transform__assertGuard._assertGuard(_exceptionable, {
        method: "typia.createAssert",
        path: _path + ".headers",
        expected: "Array<[name: string, value: string]>",
        value: input.headers
    }, _errorFactory)); const __is = (input: any): input is OperationArguments["fetch"] => Array.isArray(input) && (2 <= input.length && 3 >= input.length && "string" === typeof input[0] && ("object" === typeof input[1] && null !== input[1] && _io0(input[1])) && (undefined === input[2] || input[2] instanceof Uint8Array)); let _errorFactory: any; return (input: any, errorFactory?: (p: import("typia").TypeGuardError.IProps) => Error): OperationArguments["fetch"] => {
        if (false === __is(input)) {
            _errorFactory = errorFactory;
            ((input: any, _path: string, _exceptionable: boolean = true) => (Array.isArray(input) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[url: string, head: { method: string; headers: [name: string, value: string][]; }, body?: Uint8Array<ArrayBufferLike>]",
                value: input
            }, _errorFactory)) && ((2 <= input.length && 3 >= input.length || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[string, __type, (Uint8Array | undefined)]",
                value: input
            }, _errorFactory)) && ("string" === typeof input[0] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[0]",
                expected: "string",
                value: input[0]
            }, _errorFactory)) && (("object" === typeof input[1] && null !== input[1] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[1]",
                expected: "__type",
                value: input[1]
            }, _errorFactory)) && _ao0(input[1], _path + "[1]", true) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[1]",
                expected: "__type",
                value: input[1]
            }, _errorFactory)) && (undefined === input[2] || input[2] instanceof Uint8Array || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[2]",
                expected: "(Uint8Array | undefined)",
                value: input[2]
            }, _errorFactory))) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[url: string, head: { method: string; headers: [name: string, value: string][]; }, body?: Uint8Array<ArrayBufferLike>]",
                value: input
            }, _errorFactory))(input, "$input", true);
        }
        return input;
    }; })(),
    "call.start": (() => { const __is = (input: any): input is OperationArguments["call.start"] => Array.isArray(input) && input.length === 0; let _errorFactory: any; return (input: any, errorFactory?: (p: import("typia").TypeGuardError.IProps) => Error): OperationArguments["call.start"] => {
        if (false === __is(input)) {
            _errorFactory = errorFactory;
            ((input: any, _path: string, _exceptionable: boolean = true) => (Array.isArray(input) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[]",
                value: input
            }, _errorFactory)) && (input.length === 0 || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[]",
                value: input
            }, _errorFactory)) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[]",
                value: input
            }, _errorFactory))(input, "$input", true);
        }
        return input;
    }; })(),
    timer: (() => { const __is = (input: any): input is OperationArguments["timer"] => Array.isArray(input) && (input.length === 1 && "number" === typeof input[0]); let _errorFactory: any; return (input: any, errorFactory?: (p: import("typia").TypeGuardError.IProps) => Error): OperationArguments["timer"] => {
        if (false === __is(input)) {
            _errorFactory = errorFactory;
            ((input: any, _path: string, _exceptionable: boolean = true) => (Array.isArray(input) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[ms: number]",
                value: input
            }, _errorFactory)) && ((input.length === 1 || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[number]",
                value: input
            }, _errorFactory)) && ("number" === typeof input[0] || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "[0]",
                expected: "number",
                value: input[0]
            }, _errorFactory))) || __typia_transform__assertGuard._assertGuard(true, {
                method: "typia.createAssert",
                path: _path + "",
                expected: "[ms: number]",
                value: input
            }, _errorFactory))(input, "$input", true);
        }
        return input;
    }; })(),
};
/** Checks what a journal says that each operation resolved to. */
export const operationResultValidators: {
    readonly [Operation in keyof HostCallResults]: (input: unknown) => Validation<HostCallResults[Operation]>;
} = {
    "bot.reply": (() => { const _io0 = (input: any): boolean => ("sent" === input.status || "ignored" === input.status) && (undefined === input.id || "string" === typeof input.id); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["sent" === input.status || "ignored" === input.status || _report(_exceptionable, {
            path: _path + ".status",
            expected: "(\"ignored\" | \"sent\")",
            value: input.status
        }), undefined === input.id || "string" === typeof input.id || _report(_exceptionable, {
            path: _path + ".id",
            expected: "(string | undefined)",
            value: input.id
        })].every((flag: boolean) => flag); const __is = (input: any): input is HostCallResults["bot.reply"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<HostCallResults["bot.reply"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "SendReceipt",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "SendReceipt",
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
    }); })(),
    "bot.sendText": (() => { const _io0 = (input: any): boolean => ("sent" === input.status || "ignored" === input.status) && (undefined === input.id || "string" === typeof input.id); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["sent" === input.status || "ignored" === input.status || _report(_exceptionable, {
            path: _path + ".status",
            expected: "(\"ignored\" | \"sent\")",
            value: input.status
        }), undefined === input.id || "string" === typeof input.id || _report(_exceptionable, {
            path: _path + ".id",
            expected: "(string | undefined)",
            value: input.id
        })].every((flag: boolean) => flag); const __is = (input: any): input is HostCallResults["bot.sendText"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<HostCallResults["bot.sendText"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "SendReceipt",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "SendReceipt",
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
    }); })(),
    "bot.sendImage": (() => { const _io0 = (input: any): boolean => ("sent" === input.status || "ignored" === input.status) && (undefined === input.id || "string" === typeof input.id); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["sent" === input.status || "ignored" === input.status || _report(_exceptionable, {
            path: _path + ".status",
            expected: "(\"ignored\" | \"sent\")",
            value: input.status
        }), undefined === input.id || "string" === typeof input.id || _report(_exceptionable, {
            path: _path + ".id",
            expected: "(string | undefined)",
            value: input.id
        })].every((flag: boolean) => flag); const __is = (input: any): input is HostCallResults["bot.sendImage"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<HostCallResults["bot.sendImage"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "SendReceipt",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "SendReceipt",
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
    }); })(),
    "bot.sendVideo": (() => { const _io0 = (input: any): boolean => ("sent" === input.status || "ignored" === input.status) && (undefined === input.id || "string" === typeof input.id); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["sent" === input.status || "ignored" === input.status || _report(_exceptionable, {
            path: _path + ".status",
            expected: "(\"ignored\" | \"sent\")",
            value: input.status
        }), undefined === input.id || "string" === typeof input.id || _report(_exceptionable, {
            path: _path + ".id",
            expected: "(string | undefined)",
            value: input.id
        })].every((flag: boolean) => flag); const __is = (input: any): input is HostCallResults["bot.sendVideo"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<HostCallResults["bot.sendVideo"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "SendReceipt",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "SendReceipt",
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
    }); })(),
    "bot.sendFile": (() => { const _io0 = (input: any): boolean => ("sent" === input.status || "ignored" === input.status) && (undefined === input.id || "string" === typeof input.id); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["sent" === input.status || "ignored" === input.status || _report(_exceptionable, {
            path: _path + ".status",
            expected: "(\"ignored\" | \"sent\")",
            value: input.status
        }), undefined === input.id || "string" === typeof input.id || _report(_exceptionable, {
            path: _path + ".id",
            expected: "(string | undefined)",
            value: input.id
        })].every((flag: boolean) => flag); const __is = (input: any): input is HostCallResults["bot.sendFile"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<HostCallResults["bot.sendFile"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "SendReceipt",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "SendReceipt",
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
    }); })(),
    "bot.sendVoice": (() => { const _io0 = (input: any): boolean => ("sent" === input.status || "ignored" === input.status) && (undefined === input.id || "string" === typeof input.id); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["sent" === input.status || "ignored" === input.status || _report(_exceptionable, {
            path: _path + ".status",
            expected: "(\"ignored\" | \"sent\")",
            value: input.status
        }), undefined === input.id || "string" === typeof input.id || _report(_exceptionable, {
            path: _path + ".id",
            expected: "(string | undefined)",
            value: input.id
        })].every((flag: boolean) => flag); const __is = (input: any): input is HostCallResults["bot.sendVoice"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<HostCallResults["bot.sendVoice"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "SendReceipt",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "SendReceipt",
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
    }); })(),
    "bot.sendTyping": (() => { const __is = (input: any): input is HostCallResults["bot.sendTyping"] => null !== input && undefined === input; let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<HostCallResults["bot.sendTyping"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => (null !== input || _report(true, {
                path: _path + "",
                expected: "undefined",
                value: input
            })) && (undefined === input || _report(true, {
                path: _path + "",
                expected: "undefined",
                value: input
            })))(input, "$input", true);
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
    }); })(),
    "bot.cancelTyping": (() => { const __is = (input: any): input is HostCallResults["bot.cancelTyping"] => null !== input && undefined === input; let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<HostCallResults["bot.cancelTyping"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => (null !== input || _report(true, {
                path: _path + "",
                expected: "undefined",
                value: input
            })) && (undefined === input || _report(true, {
                path: _path + "",
                expected: "undefined",
                value: input
            })))(input, "$input", true);
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
    }); })(),
    "bot.downloadImage": (() => { const __is = (input: any): input is HostCallResults["bot.downloadImage"] => input instanceof Uint8Array; let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<HostCallResults["bot.downloadImage"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => input instanceof Uint8Array || _report(true, {
                path: _path + "",
                expected: "Uint8Array",
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
    }); })(),
    "bot.downloadVoice": (() => { const __is = (input: any): input is HostCallResults["bot.downloadVoice"] => input instanceof Uint8Array; let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<HostCallResults["bot.downloadVoice"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => input instanceof Uint8Array || _report(true, {
                path: _path + "",
                expected: "Uint8Array",
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
    }); })(),
    "bot.downloadFile": (() => { const __is = (input: any): input is HostCallResults["bot.downloadFile"] => input instanceof Uint8Array; let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<HostCallResults["bot.downloadFile"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => input instanceof Uint8Array || _report(true, {
                path: _path + "",
                expected: "Uint8Array",
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
    }); })(),
    "bot.downloadVideo": (() => { const __is = (input: any): input is HostCallResults["bot.downloadVideo"] => input instanceof Uint8Array; let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<HostCallResults["bot.downloadVideo"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => input instanceof Uint8Array || _report(true, {
                path: _path + "",
                expected: "Uint8Array",
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
    }); })(),
    "bot.downloadRaw": (() => { const __is = (input: any): input is HostCallResults["bot.downloadRaw"] => input instanceof Uint8Array; let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<HostCallResults["bot.downloadRaw"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => input instanceof Uint8Array || _report(true, {
                path: _path + "",
                expected: "Uint8Array",
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
    }); })(),
    "storage.get": (() => { const _io0 = (input: any): boolean => Object.keys(input).every((key: any) => {
        const value = input[key];
        if (undefined === value)
            return true;
        return undefined !== value && (null === value || "string" === typeof value || "number" === typeof value || "boolean" === typeof value || (Array.isArray(value) && (_ia0(value) || false) || "object" === typeof value && null !== value && false === Array.isArray(value) && _io0(value)));
    }); const _ia0 = (input: any): any => input.every((elem: any) => undefined !== elem && (null === elem || "string" === typeof elem || "number" === typeof elem || "boolean" === typeof elem || (Array.isArray(elem) && (_ia0(elem) || false) || "object" === typeof elem && null !== elem && false === Array.isArray(elem) && _io0(elem)))); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [false === _exceptionable || Object.keys(input).map((key: any) => {
            const value = input[key];
            if (undefined === value)
                return true;
            return (undefined !== value || _report(_exceptionable, {
                path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
                expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
                value: value
            })) && (null === value || "string" === typeof value || "number" === typeof value || "boolean" === typeof value || (Array.isArray(value) && (_va0(value, _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key), true && _exceptionable) || _report(_exceptionable, {
                path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
                expected: "ReadonlyArray<JsonValue>",
                value: value
            })) || "object" === typeof value && null !== value && false === Array.isArray(value) && _vo0(value, _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key), true && _exceptionable) || _report(_exceptionable, {
                path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
                expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
                value: value
            })) || _report(_exceptionable, {
                path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
                expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
                value: value
            }));
        }).every((flag: boolean) => flag)].every((flag: boolean) => flag); const _va0 = (input: any, _path: string, _exceptionable: boolean = true): any => input.map((elem: any, _index2: number) => (undefined !== elem || _report(_exceptionable, {
        path: _path + "[" + _index2 + "]",
        expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
        value: elem
    })) && (null === elem || "string" === typeof elem || "number" === typeof elem || "boolean" === typeof elem || (Array.isArray(elem) && (_va0(elem, _path + "[" + _index2 + "]", true && _exceptionable) || _report(_exceptionable, {
        path: _path + "[" + _index2 + "]",
        expected: "ReadonlyArray<JsonValue>",
        value: elem
    })) || "object" === typeof elem && null !== elem && false === Array.isArray(elem) && _vo0(elem, _path + "[" + _index2 + "]", true && _exceptionable) || _report(_exceptionable, {
        path: _path + "[" + _index2 + "]",
        expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
        value: elem
    })) || _report(_exceptionable, {
        path: _path + "[" + _index2 + "]",
        expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
        value: elem
    }))).every((flag: boolean) => flag); const __is = (input: any): input is HostCallResults["storage.get"] => undefined !== input && (null === input || "string" === typeof input || "number" === typeof input || "boolean" === typeof input || (Array.isArray(input) && (_ia0(input) || false) || "object" === typeof input && null !== input && false === Array.isArray(input) && _io0(input))); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<HostCallResults["storage.get"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => (undefined !== input || _report(true, {
                path: _path + "",
                expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
                value: input
            })) && (null === input || "string" === typeof input || "number" === typeof input || "boolean" === typeof input || (Array.isArray(input) && (_va0(input, _path + "", true && _exceptionable) || _report(_exceptionable, {
                path: _path + "",
                expected: "ReadonlyArray<JsonValue>",
                value: input
            })) || "object" === typeof input && null !== input && false === Array.isArray(input) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
                value: input
            })) || _report(true, {
                path: _path + "",
                expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
                value: input
            })))(input, "$input", true);
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
    }); })(),
    "storage.set": (() => { const __is = (input: any): input is HostCallResults["storage.set"] => null !== input && undefined === input; let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<HostCallResults["storage.set"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => (null !== input || _report(true, {
                path: _path + "",
                expected: "undefined",
                value: input
            })) && (undefined === input || _report(true, {
                path: _path + "",
                expected: "undefined",
                value: input
            })))(input, "$input", true);
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
    }); })(),
    "storage.compareAndSet": (() => { const __is = (input: any): input is HostCallResults["storage.compareAndSet"] => "boolean" === typeof input; let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<HostCallResults["storage.compareAndSet"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => "boolean" === typeof input || _report(true, {
                path: _path + "",
                expected: "boolean",
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
    }); })(),
    "storage.delete": (() => { const __is = (input: any): input is HostCallResults["storage.delete"] => null !== input && undefined === input; let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<HostCallResults["storage.delete"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => (null !== input || _report(true, {
                path: _path + "",
                expected: "undefined",
                value: input
            })) && (undefined === input || _report(true, {
                path: _path + "",
                expected: "undefined",
                value: input
            })))(input, "$input", true);
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
    }); })(),
    "storage.keys": (() => { const __is = (input: any): input is HostCallResults["storage.keys"] => Array.isArray(input) && input.every((elem: any) => "string" === typeof elem); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<HostCallResults["storage.keys"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => (Array.isArray(input) || _report(true, {
                path: _path + "",
                expected: "Array<string>",
                value: input
            })) && input.map((elem: any, _index2: number) => "string" === typeof elem || _report(true, {
                path: _path + "[" + _index2 + "]",
                expected: "string",
                value: elem
            })).every((flag: boolean) => flag) || _report(true, {
                path: _path + "",
                expected: "Array<string>",
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
    }); })(),
    "storage.clear": (() => { const __is = (input: any): input is HostCallResults["storage.clear"] => null !== input && undefined === input; let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<HostCallResults["storage.clear"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => (null !== input || _report(true, {
                path: _path + "",
                expected: "undefined",
                value: input
            })) && (undefined === input || _report(true, {
                path: _path + "",
                expected: "undefined",
                value: input
            })))(input, "$input", true);
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
    }); })(),
    "aiService.callModel": (() => { const _io0 = (input: any): boolean => "string" === typeof input.text && (null === input.imageUrl || "string" === typeof input.imageUrl) && ("object" === typeof input.usage && null !== input.usage && _io1(input.usage)) && "number" === typeof input.credits_deducted && "boolean" === typeof input.free_use && (null === input.error || "string" === typeof input.error); const _io1 = (input: any): boolean => "number" === typeof input.prompt_tokens && "number" === typeof input.completion_tokens; const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.text || _report(_exceptionable, {
            path: _path + ".text",
            expected: "string",
            value: input.text
        }), null === input.imageUrl || "string" === typeof input.imageUrl || _report(_exceptionable, {
            path: _path + ".imageUrl",
            expected: "(null | string)",
            value: input.imageUrl
        }), ("object" === typeof input.usage && null !== input.usage || _report(_exceptionable, {
            path: _path + ".usage",
            expected: "AIUsage",
            value: input.usage
        })) && _vo1(input.usage, _path + ".usage", true && _exceptionable) || _report(_exceptionable, {
            path: _path + ".usage",
            expected: "AIUsage",
            value: input.usage
        }), "number" === typeof input.credits_deducted || _report(_exceptionable, {
            path: _path + ".credits_deducted",
            expected: "number",
            value: input.credits_deducted
        }), "boolean" === typeof input.free_use || _report(_exceptionable, {
            path: _path + ".free_use",
            expected: "boolean",
            value: input.free_use
        }), null === input.error || "string" === typeof input.error || _report(_exceptionable, {
            path: _path + ".error",
            expected: "(null | string)",
            value: input.error
        })].every((flag: boolean) => flag); const _vo1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["number" === typeof input.prompt_tokens || _report(_exceptionable, {
            path: _path + ".prompt_tokens",
            expected: "number",
            value: input.prompt_tokens
        }), "number" === typeof input.completion_tokens || _report(_exceptionable, {
            path: _path + ".completion_tokens",
            expected: "number",
            value: input.completion_tokens
        })].every((flag: boolean) => flag); const __is = (input: any): input is HostCallResults["aiService.callModel"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<HostCallResults["aiService.callModel"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "CallModelResult",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "CallModelResult",
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
    }); })(),
    "aiService.getModelsByCategory": (() => { const _io0 = (input: any): boolean => "string" === typeof input.model_name && "string" === typeof input.display_name && "string" === typeof input.brand && "number" === typeof input.input_price && "number" === typeof input.output_price && ("image" === input.category || "chat" === input.category || "vision" === input.category); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.model_name || _report(_exceptionable, {
            path: _path + ".model_name",
            expected: "string",
            value: input.model_name
        }), "string" === typeof input.display_name || _report(_exceptionable, {
            path: _path + ".display_name",
            expected: "string",
            value: input.display_name
        }), "string" === typeof input.brand || _report(_exceptionable, {
            path: _path + ".brand",
            expected: "string",
            value: input.brand
        }), "number" === typeof input.input_price || _report(_exceptionable, {
            path: _path + ".input_price",
            expected: "number",
            value: input.input_price
        }), "number" === typeof input.output_price || _report(_exceptionable, {
            path: _path + ".output_price",
            expected: "number",
            value: input.output_price
        }), "image" === input.category || "chat" === input.category || "vision" === input.category || _report(_exceptionable, {
            path: _path + ".category",
            expected: "(\"chat\" | \"image\" | \"vision\")",
            value: input.category
        })].every((flag: boolean) => flag); const __is = (input: any): input is HostCallResults["aiService.getModelsByCategory"] => Array.isArray(input) && input.every((elem: any) => "object" === typeof elem && null !== elem && _io0(elem)); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<HostCallResults["aiService.getModelsByCategory"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => (Array.isArray(input) || _report(true, {
                path: _path + "",
                expected: "Array<AIModel>",
                value: input
            })) && input.map((elem: any, _index2: number) => ("object" === typeof elem && null !== elem || _report(true, {
                path: _path + "[" + _index2 + "]",
                expected: "AIModel",
                value: elem
            })) && _vo0(elem, _path + "[" + _index2 + "]", true) || _report(true, {
                path: _path + "[" + _index2 + "]",
                expected: "AIModel",
                value: elem
            })).every((flag: boolean) => flag) || _report(true, {
                path: _path + "",
                expected: "Array<AIModel>",
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
    }); })(),
    "aiService.getModelInfo": (() => { const _io0 = (input: any): boolean => "number" === typeof input.cost_multiplier && "string" === typeof input.model_name && "string" === typeof input.display_name && "string" === typeof input.brand && "number" === typeof input.input_price && "number" === typeof input.output_price && ("image" === input.category || "chat" === input.category || "vision" === input.category); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["number" === typeof input.cost_multiplier || _report(_exceptionable, {
            path: _path + ".cost_multiplier",
            expected: "number",
            value: input.cost_multiplier
        }), "string" === typeof input.model_name || _report(_exceptionable, {
            path: _path + ".model_name",
            expected: "string",
            value: input.model_name
        }), "string" === typeof input.display_name || _report(_exceptionable, {
            path: _path + ".display_name",
            expected: "string",
            value: input.display_name
        }), "string" === typeof input.brand || _report(_exceptionable, {
            path: _path + ".brand",
            expected: "string",
            value: input.brand
        }), "number" === typeof input.input_price || _report(_exceptionable, {
            path: _path + ".input_price",
            expected: "number",
            value: input.input_price
        }), "number" === typeof input.output_price || _report(_exceptionable, {
            path: _path + ".output_price",
            expected: "number",
            value: input.output_price
        }), "image" === input.category || "chat" === input.category || "vision" === input.category || _report(_exceptionable, {
            path: _path + ".category",
            expected: "(\"chat\" | \"image\" | \"vision\")",
            value: input.category
        })].every((flag: boolean) => flag); const __is = (input: any): input is HostCallResults["aiService.getModelInfo"] => null === input || "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<HostCallResults["aiService.getModelInfo"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => null === input || ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "(AIModelInfo | null)",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "(AIModelInfo | null)",
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
    }); })(),
    "aiService.isFreeModel": (() => { const __is = (input: any): input is HostCallResults["aiService.isFreeModel"] => "boolean" === typeof input; let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<HostCallResults["aiService.isFreeModel"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => "boolean" === typeof input || _report(true, {
                path: _path + "",
                expected: "boolean",
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
    }); })(),
    "aiService.getImageUsageToday": (() => { const __is = (input: any): input is HostCallResults["aiService.getImageUsageToday"] => "number" === typeof input; let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<HostCallResults["aiService.getImageUsageToday"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => "number" === typeof input || _report(true, {
                path: _path + "",
                expected: "number",
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
    }); })(),
    "aiService.getFreeImageQuota": (() => { const _io0 = (input: any): boolean => "number" === typeof input.dailyPerUser; const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["number" === typeof input.dailyPerUser || _report(_exceptionable, {
            path: _path + ".dailyPerUser",
            expected: "number",
            value: input.dailyPerUser
        })].every((flag: boolean) => flag); const __is = (input: any): input is HostCallResults["aiService.getFreeImageQuota"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<HostCallResults["aiService.getFreeImageQuota"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
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
    }); })(),
    "searchService.search": (() => { const _io0 = (input: any): boolean => Array.isArray(input.results) && input.results.every((elem: any) => "object" === typeof elem && null !== elem && _io1(elem)) && "string" === typeof input.source && "number" === typeof input.count && "boolean" === typeof input.cached; const _io1 = (input: any): boolean => "string" === typeof input.title && "string" === typeof input.url && "string" === typeof input.snippet; const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [(Array.isArray(input.results) || _report(_exceptionable, {
            path: _path + ".results",
            expected: "Array<SearchHit>",
            value: input.results
        })) && input.results.map((elem: any, _index2: number) => ("object" === typeof elem && null !== elem || _report(_exceptionable, {
            path: _path + ".results[" + _index2 + "]",
            expected: "SearchHit",
            value: elem
        })) && _vo1(elem, _path + ".results[" + _index2 + "]", true && _exceptionable) || _report(_exceptionable, {
            path: _path + ".results[" + _index2 + "]",
            expected: "SearchHit",
            value: elem
        })).every((flag: boolean) => flag) || _report(_exceptionable, {
            path: _path + ".results",
            expected: "Array<SearchHit>",
            value: input.results
        }), "string" === typeof input.source || _report(_exceptionable, {
            path: _path + ".source",
            expected: "string",
            value: input.source
        }), "number" === typeof input.count || _report(_exceptionable, {
            path: _path + ".count",
            expected: "number",
            value: input.count
        }), "boolean" === typeof input.cached || _report(_exceptionable, {
            path: _path + ".cached",
            expected: "boolean",
            value: input.cached
        })].every((flag: boolean) => flag); const _vo1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.title || _report(_exceptionable, {
            path: _path + ".title",
            expected: "string",
            value: input.title
        }), "string" === typeof input.url || _report(_exceptionable, {
            path: _path + ".url",
            expected: "string",
            value: input.url
        }), "string" === typeof input.snippet || _report(_exceptionable, {
            path: _path + ".snippet",
            expected: "string",
            value: input.snippet
        })].every((flag: boolean) => flag); const __is = (input: any): input is HostCallResults["searchService.search"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<HostCallResults["searchService.search"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "SearchResult",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "SearchResult",
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
    }); })(),
    getPlatformCreds: (() => { const _io0 = (input: any): boolean => "string" === typeof input.app_id && "string" === typeof input.app_secret; const _io1 = (input: any): boolean => "string" === typeof input.corp_id && "string" === typeof input.agent_id && "string" === typeof input.secret; const _io2 = (input: any): boolean => "string" === typeof input.app_key && "string" === typeof input.app_secret && "string" === typeof input.robot_code; const _iu0 = (input: any): any => (() => {
        if (undefined !== input.app_id)
            return _io0(input);
        else if (undefined !== input.corp_id)
            return _io1(input);
        else if (undefined !== input.app_key)
            return _io2(input);
        else
            return false;
    })(); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.app_id || _report(_exceptionable, {
            path: _path + ".app_id",
            expected: "string",
            value: input.app_id
        }), "string" === typeof input.app_secret || _report(_exceptionable, {
            path: _path + ".app_secret",
            expected: "string",
            value: input.app_secret
        })].every((flag: boolean) => flag); const _vo1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.corp_id || _report(_exceptionable, {
            path: _path + ".corp_id",
            expected: "string",
            value: input.corp_id
        }), "string" === typeof input.agent_id || _report(_exceptionable, {
            path: _path + ".agent_id",
            expected: "string",
            value: input.agent_id
        }), "string" === typeof input.secret || _report(_exceptionable, {
            path: _path + ".secret",
            expected: "string",
            value: input.secret
        })].every((flag: boolean) => flag); const _vo2 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.app_key || _report(_exceptionable, {
            path: _path + ".app_key",
            expected: "string",
            value: input.app_key
        }), "string" === typeof input.app_secret || _report(_exceptionable, {
            path: _path + ".app_secret",
            expected: "string",
            value: input.app_secret
        }), "string" === typeof input.robot_code || _report(_exceptionable, {
            path: _path + ".robot_code",
            expected: "string",
            value: input.robot_code
        })].every((flag: boolean) => flag); const _vu0 = (input: any, _path: string, _exceptionable: boolean = true): any => (() => {
        if (undefined !== input.app_id)
            return _vo0(input, _path, true && _exceptionable);
        else if (undefined !== input.corp_id)
            return _vo1(input, _path, true && _exceptionable);
        else if (undefined !== input.app_key)
            return _vo2(input, _path, true && _exceptionable);
        else
            return _report(_exceptionable, {
                path: _path,
                expected: "(FeishuCredentials | WecomCredentials | DingtalkCredentials)",
                value: input
            });
    })(); const __is = (input: any): input is HostCallResults["getPlatformCreds"] => null === input || "object" === typeof input && null !== input && _iu0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<HostCallResults["getPlatformCreds"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => null === input || ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "(DingtalkCredentials | FeishuCredentials | WecomCredentials | null)",
                value: input
            })) && _vu0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "(DingtalkCredentials | FeishuCredentials | WecomCredentials | null)",
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
    }); })(),
    fetch: (() => { const _io0 = (input: any): boolean => "number" === typeof input.status && "string" === typeof input.statusText && "string" === typeof input.url && "boolean" === typeof input.redirected && (Array.isArray(input.headers) && input.headers.every((elem: any) => Array.isArray(elem) && (elem.length === 2 && "string" === typeof elem[0] && "string" === typeof elem[1]))) && input.body instanceof Uint8Array; const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["number" === typeof input.status || _report(_exceptionable, {
            path: _path + ".status",
            expected: "number",
            value: input.status
        }), "string" === typeof input.statusText || _report(_exceptionable, {
            path: _path + ".statusText",
            expected: "string",
            value: input.statusText
        }), "string" === typeof input.url || _report(_exceptionable, {
            path: _path + ".url",
            expected: "string",
            value: input.url
        }), "boolean" === typeof input.redirected || _report(_exceptionable, {
            path: _path + ".redirected",
            expected: "boolean",
            value: input.redirected
        }), (Array.isArray(input.headers) || _report(_exceptionable, {
            path: _path + ".headers",
            expected: "Array<[name: string, value: string]>",
            value: input.headers
        })) && input.headers.map((elem: any, _index2: number) => (Array.isArray(elem) || _report(_exceptionable, {
            path: _path + ".headers[" + _index2 + "]",
            expected: "[name: string, value: string]",
            value: elem
        })) && ((elem.length === 2 || _report(_exceptionable, {
            path: _path + ".headers[" + _index2 + "]",
            expected: "[string, string]",
            value: elem
        })) && [
            "string" === typeof elem[0] || _report(_exceptionable, {
                path: _path + ".headers[" + _index2 + "][0]",
                expected: "string",
                value: elem[0]
            }),
            "string" === typeof elem[1] || _report(_exceptionable, {
                path: _path + ".headers[" + _index2 + "][1]",
                expected: "string",
                value: elem[1]
            })
        ].every((flag: boolean) => flag)) || _report(_exceptionable, {
            path: _path + ".headers[" + _index2 + "]",
            expected: "[name: string, value: string]",
            value: elem
        })).every((flag: boolean) => flag) || _report(_exceptionable, {
            path: _path + ".headers",
            expected: "Array<[name: string, value: string]>",
            value: input.headers
        }), input.body instanceof Uint8Array || _report(_exceptionable, {
            path: _path + ".body",
            expected: "Uint8Array",
            value: input.body
        })].every((flag: boolean) => flag); const __is = (input: any): input is HostCallResults["fetch"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<HostCallResults["fetch"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "FetchResult",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "FetchResult",
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
    }); })(),
    "call.start": (() => { const _io0 = (input: any): boolean => "number" === typeof input.now && ("number" === typeof input.seed && (Math.floor(input.seed) === input.seed && 0 <= input.seed && input.seed <= 4294967295)) && "string" === typeof input.key; const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["number" === typeof input.now || _report(_exceptionable, {
            path: _path + ".now",
            expected: "number",
            value: input.now
        }), "number" === typeof input.seed && (Math.floor(input.seed) === input.seed && 0 <= input.seed && input.seed <= 4294967295 || _report(_exceptionable, {
            path: _path + ".seed",
            expected: "number & Type<\"uint32\">",
            value: input.seed
        })) || _report(_exceptionable, {
            path: _path + ".seed",
            expected: "(number & Type<\"uint32\">)",
            value: input.seed
        }), "string" === typeof input.key || _report(_exceptionable, {
            path: _path + ".key",
            expected: "string",
            value: input.key
        })].every((flag: boolean) => flag); const __is = (input: any): input is HostCallResults["call.start"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<HostCallResults["call.start"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "CallSeed",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "CallSeed",
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
    }); })(),
    timer: (() => { const __is = (input: any): input is HostCallResults["timer"] => null !== input && undefined === input; let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<HostCallResults["timer"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => (null !== input || _report(true, {
                path: _path + "",
                expected: "undefined",
                value: input
            })) && (undefined === input || _report(true, {
                path: _path + "",
                expected: "undefined",
                value: input
            })))(input, "$input", true);
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
    }); })(),
};
