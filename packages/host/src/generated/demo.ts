import * as __typia_transform__accessExpressionAsString from "typia/lib/internal/_accessExpressionAsString";
import * as __typia_transform__validateReport from "typia/lib/internal/_validateReport";
import * as __typia_transform__createStandardSchema from "typia/lib/internal/_createStandardSchema";
import type { Validation } from "@botwright/core";
import type { DemoChatRequest, DemoImageRequest } from "../demo/demo-types.ts";
/** Checks the body of `POST /v1/chat/completions`. */
export const validateDemoChat: (input: unknown) => Validation<DemoChatRequest> = (() => { const _io0 = (input: any): boolean => "string" === typeof input.model && (Array.isArray(input.messages) && input.messages.every((elem: any) => "object" === typeof elem && null !== elem && _io1(elem))) && (undefined === input.max_tokens || "number" === typeof input.max_tokens); const _io1 = (input: any): boolean => "string" === typeof input.role && (undefined !== input.content && (null === input.content || "string" === typeof input.content || "number" === typeof input.content || "boolean" === typeof input.content || (Array.isArray(input.content) && (_ia0(input.content) || false) || "object" === typeof input.content && null !== input.content && false === Array.isArray(input.content) && _io2(input.content)))); const _io2 = (input: any): boolean => Object.keys(input).every((key: any) => {
    const value = input[key];
    if (undefined === value)
        return true;
    return undefined !== value && (null === value || "string" === typeof value || "number" === typeof value || "boolean" === typeof value || (Array.isArray(value) && (_ia0(value) || false) || "object" === typeof value && null !== value && false === Array.isArray(value) && _io2(value)));
}); const _ia0 = (input: any): any => input.every((elem: any) => undefined !== elem && (null === elem || "string" === typeof elem || "number" === typeof elem || "boolean" === typeof elem || (Array.isArray(elem) && (_ia0(elem) || false) || "object" === typeof elem && null !== elem && false === Array.isArray(elem) && _io2(elem)))); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.model || _report(_exceptionable, {
        path: _path + ".model",
        expected: "string",
        value: input.model
    }), (Array.isArray(input.messages) || _report(_exceptionable, {
        path: _path + ".messages",
        expected: "Array<DemoMessage>",
        value: input.messages
    })) && input.messages.map((elem: any, _index3: number) => ("object" === typeof elem && null !== elem || _report(_exceptionable, {
        path: _path + ".messages[" + _index3 + "]",
        expected: "DemoMessage",
        value: elem
    })) && _vo1(elem, _path + ".messages[" + _index3 + "]", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".messages[" + _index3 + "]",
        expected: "DemoMessage",
        value: elem
    })).every((flag: boolean) => flag) || _report(_exceptionable, {
        path: _path + ".messages",
        expected: "Array<DemoMessage>",
        value: input.messages
    }), undefined === input.max_tokens || "number" === typeof input.max_tokens || _report(_exceptionable, {
        path: _path + ".max_tokens",
        expected: "(number | undefined)",
        value: input.max_tokens
    })].every((flag: boolean) => flag); const _vo1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.role || _report(_exceptionable, {
        path: _path + ".role",
        expected: "string",
        value: input.role
    }), (undefined !== input.content || _report(_exceptionable, {
        path: _path + ".content",
        expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
        value: input.content
    })) && (null === input.content || "string" === typeof input.content || "number" === typeof input.content || "boolean" === typeof input.content || (Array.isArray(input.content) && (_va0(input.content, _path + ".content", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".content",
        expected: "ReadonlyArray<JsonValue>",
        value: input.content
    })) || "object" === typeof input.content && null !== input.content && false === Array.isArray(input.content) && _vo2(input.content, _path + ".content", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".content",
        expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
        value: input.content
    })) || _report(_exceptionable, {
        path: _path + ".content",
        expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
        value: input.content
    }))].every((flag: boolean) => flag); const _vo2 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [false === _exceptionable || Object.keys(input).map((key: any) => {
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
        })) || "object" === typeof value && null !== value && false === Array.isArray(value) && _vo2(value, _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key), true && _exceptionable) || _report(_exceptionable, {
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
            value: value
        })) || _report(_exceptionable, {
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
            value: value
        }));
    }).every((flag: boolean) => flag)].every((flag: boolean) => flag); const _va0 = (input: any, _path: string, _exceptionable: boolean = true): any => input.map((elem: any, _index4: number) => (undefined !== elem || _report(_exceptionable, {
    path: _path + "[" + _index4 + "]",
    expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
    value: elem
})) && (null === elem || "string" === typeof elem || "number" === typeof elem || "boolean" === typeof elem || (Array.isArray(elem) && (_va0(elem, _path + "[" + _index4 + "]", true && _exceptionable) || _report(_exceptionable, {
    path: _path + "[" + _index4 + "]",
    expected: "ReadonlyArray<JsonValue>",
    value: elem
})) || "object" === typeof elem && null !== elem && false === Array.isArray(elem) && _vo2(elem, _path + "[" + _index4 + "]", true && _exceptionable) || _report(_exceptionable, {
    path: _path + "[" + _index4 + "]",
    expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
    value: elem
})) || _report(_exceptionable, {
    path: _path + "[" + _index4 + "]",
    expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
    value: elem
}))).every((flag: boolean) => flag); const __is = (input: any): input is DemoChatRequest => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<DemoChatRequest> => {
    if (false === __is(input)) {
        errors = [];
        _report = (__typia_transform__validateReport._validateReport as any)(errors);
        ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
            path: _path + "",
            expected: "DemoChatRequest",
            value: input
        })) && _vo0(input, _path + "", true) || _report(true, {
            path: _path + "",
            expected: "DemoChatRequest",
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
/** Checks the body of `POST /v1/images/generations`. */
export const validateDemoImage: (input: unknown) => Validation<DemoImageRequest> = (() => { const _io0 = (input: any): boolean => "string" === typeof input.model && "string" === typeof input.prompt && (undefined === input.size || "string" === typeof input.size); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.model || _report(_exceptionable, {
        path: _path + ".model",
        expected: "string",
        value: input.model
    }), "string" === typeof input.prompt || _report(_exceptionable, {
        path: _path + ".prompt",
        expected: "string",
        value: input.prompt
    }), undefined === input.size || "string" === typeof input.size || _report(_exceptionable, {
        path: _path + ".size",
        expected: "(string | undefined)",
        value: input.size
    })].every((flag: boolean) => flag); const __is = (input: any): input is DemoImageRequest => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<DemoImageRequest> => {
    if (false === __is(input)) {
        errors = [];
        _report = (__typia_transform__validateReport._validateReport as any)(errors);
        ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
            path: _path + "",
            expected: "DemoImageRequest",
            value: input
        })) && _vo0(input, _path + "", true) || _report(true, {
            path: _path + "",
            expected: "DemoImageRequest",
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
