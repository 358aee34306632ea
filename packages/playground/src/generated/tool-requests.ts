import * as __typia_transform__accessExpressionAsString from "typia/lib/internal/_accessExpressionAsString";
import * as __typia_transform__validateReport from "typia/lib/internal/_validateReport";
import * as __typia_transform__createStandardSchema from "typia/lib/internal/_createStandardSchema";
import type { Validation } from "@botwright/core";
import type { ClockAdvance, ClockChange, PersonRequest, RecordRequest, SayRequest, SettingsChange, StorageChange, StorageDelete, TestRequest, } from "../routes/tool-requests.ts";
import type { CannedAnswers } from "../tools.ts";
/** Validators of the bodies that routes take, one per `POST`; a field that a body does not have is refused. */
export const validateStorageChange: (input: unknown) => Validation<StorageChange> = (() => { const _io0 = (input: any, _exceptionable: boolean = true): boolean => "string" === typeof input.plugin && "string" === typeof input.key && (undefined !== input.value && (null === input.value || "string" === typeof input.value || "number" === typeof input.value || "boolean" === typeof input.value || (Array.isArray(input.value) && (_ia0(input.value, true && _exceptionable) || false) || "object" === typeof input.value && null !== input.value && false === Array.isArray(input.value) && _io1(input.value, true && _exceptionable)))) && (3 === Object.keys(input).length || Object.keys(input).every((key: any) => {
    if (["plugin", "key", "value"].some((prop: any) => key === prop))
        return true;
    const value = input[key];
    if (undefined === value)
        return true;
    return false;
})); const _io1 = (input: any, _exceptionable: boolean = true): boolean => Object.keys(input).every((key: any) => {
    const value = input[key];
    if (undefined === value)
        return true;
    return undefined !== value && (null === value || "string" === typeof value || "number" === typeof value || "boolean" === typeof value || (Array.isArray(value) && (_ia0(value, true && _exceptionable) || false) || "object" === typeof value && null !== value && false === Array.isArray(value) && _io1(value, true && _exceptionable)));
}); const _ia0 = (input: any, _exceptionable: boolean = true): any => input.every((elem: any, _index1: number) => undefined !== elem && (null === elem || "string" === typeof elem || "number" === typeof elem || "boolean" === typeof elem || (Array.isArray(elem) && (_ia0(elem, true && _exceptionable) || false) || "object" === typeof elem && null !== elem && false === Array.isArray(elem) && _io1(elem, true && _exceptionable)))); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.plugin || _report(_exceptionable, {
        path: _path + ".plugin",
        expected: "string",
        value: input.plugin
    }), "string" === typeof input.key || _report(_exceptionable, {
        path: _path + ".key",
        expected: "string",
        value: input.key
    }), (undefined !== input.value || _report(_exceptionable, {
        path: _path + ".value",
        expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
        value: input.value
    })) && (null === input.value || "string" === typeof input.value || "number" === typeof input.value || "boolean" === typeof input.value || (Array.isArray(input.value) && (_va0(input.value, _path + ".value", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".value",
        expected: "ReadonlyArray<JsonValue>",
        value: input.value
    })) || "object" === typeof input.value && null !== input.value && false === Array.isArray(input.value) && _vo1(input.value, _path + ".value", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".value",
        expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
        value: input.value
    })) || _report(_exceptionable, {
        path: _path + ".value",
        expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
        value: input.value
    })), 3 === Object.keys(input).length || (false === _exceptionable || Object.keys(input).map((key: any) => {
        if (["plugin", "key", "value"].some((prop: any) => key === prop))
            return true;
        const value = input[key];
        if (undefined === value)
            return true;
        return _report(_exceptionable, {
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "undefined",
            value: value,
            description: [
                `The property \`${key}\` is not defined in the object type.`,
                "",
                "Please remove the property next time."
            ].join("\n")
        });
    }).every((flag: boolean) => flag))].every((flag: boolean) => flag); const _vo1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [false === _exceptionable || Object.keys(input).map((key: any) => {
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
        })) || "object" === typeof value && null !== value && false === Array.isArray(value) && _vo1(value, _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key), true && _exceptionable) || _report(_exceptionable, {
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
})) || "object" === typeof elem && null !== elem && false === Array.isArray(elem) && _vo1(elem, _path + "[" + _index2 + "]", true && _exceptionable) || _report(_exceptionable, {
    path: _path + "[" + _index2 + "]",
    expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
    value: elem
})) || _report(_exceptionable, {
    path: _path + "[" + _index2 + "]",
    expected: "(ReadonlyArray<JsonValue> | __type | boolean | null | number | string)",
    value: elem
}))).every((flag: boolean) => flag); const __is = (input: any, _exceptionable: boolean = true): input is StorageChange => "object" === typeof input && null !== input && _io0(input, true); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<StorageChange> => {
    if (false === __is(input)) {
        errors = [];
        _report = (__typia_transform__validateReport._validateReport as any)(errors);
        ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
            path: _path + "",
            expected: "StorageChange",
            value: input
        })) && _vo0(input, _path + "", true) || _report(true, {
            path: _path + "",
            expected: "StorageChange",
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
export const validateStorageDelete: (input: unknown) => Validation<StorageDelete> = (() => { const _io0 = (input: any, _exceptionable: boolean = true): boolean => "string" === typeof input.plugin && "string" === typeof input.key && (2 === Object.keys(input).length || Object.keys(input).every((key: any) => {
    if (["plugin", "key"].some((prop: any) => key === prop))
        return true;
    const value = input[key];
    if (undefined === value)
        return true;
    return false;
})); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.plugin || _report(_exceptionable, {
        path: _path + ".plugin",
        expected: "string",
        value: input.plugin
    }), "string" === typeof input.key || _report(_exceptionable, {
        path: _path + ".key",
        expected: "string",
        value: input.key
    }), 2 === Object.keys(input).length || (false === _exceptionable || Object.keys(input).map((key: any) => {
        if (["plugin", "key"].some((prop: any) => key === prop))
            return true;
        const value = input[key];
        if (undefined === value)
            return true;
        return _report(_exceptionable, {
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "undefined",
            value: value,
            description: [
                `The property \`${key}\` is not defined in the object type.`,
                "",
                "Please remove the property next time."
            ].join("\n")
        });
    }).every((flag: boolean) => flag))].every((flag: boolean) => flag); const __is = (input: any, _exceptionable: boolean = true): input is StorageDelete => "object" === typeof input && null !== input && _io0(input, true); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<StorageDelete> => {
    if (false === __is(input)) {
        errors = [];
        _report = (__typia_transform__validateReport._validateReport as any)(errors);
        ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
            path: _path + "",
            expected: "StorageDelete",
            value: input
        })) && _vo0(input, _path + "", true) || _report(true, {
            path: _path + "",
            expected: "StorageDelete",
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
export const validateSettingsChange: (input: unknown) => Validation<SettingsChange> = (() => { const _io0 = (input: any, _exceptionable: boolean = true): boolean => "string" === typeof input.plugin && ("object" === typeof input.values && null !== input.values && false === Array.isArray(input.values) && _io1(input.values, true && _exceptionable)) && (2 === Object.keys(input).length || Object.keys(input).every((key: any) => {
    if (["plugin", "values"].some((prop: any) => key === prop))
        return true;
    const value = input[key];
    if (undefined === value)
        return true;
    return false;
})); const _io1 = (input: any, _exceptionable: boolean = true): boolean => Object.keys(input).every((key: any) => {
    const value = input[key];
    if (undefined === value)
        return true;
    return null === value || "string" === typeof value || "number" === typeof value || "boolean" === typeof value;
}); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.plugin || _report(_exceptionable, {
        path: _path + ".plugin",
        expected: "string",
        value: input.plugin
    }), ("object" === typeof input.values && null !== input.values && false === Array.isArray(input.values) || _report(_exceptionable, {
        path: _path + ".values",
        expected: "Record<string, string | number | boolean | null>",
        value: input.values
    })) && _vo1(input.values, _path + ".values", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".values",
        expected: "Record<string, string | number | boolean | null>",
        value: input.values
    }), 2 === Object.keys(input).length || (false === _exceptionable || Object.keys(input).map((key: any) => {
        if (["plugin", "values"].some((prop: any) => key === prop))
            return true;
        const value = input[key];
        if (undefined === value)
            return true;
        return _report(_exceptionable, {
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "undefined",
            value: value,
            description: [
                `The property \`${key}\` is not defined in the object type.`,
                "",
                "Please remove the property next time."
            ].join("\n")
        });
    }).every((flag: boolean) => flag))].every((flag: boolean) => flag); const _vo1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [false === _exceptionable || Object.keys(input).map((key: any) => {
        const value = input[key];
        if (undefined === value)
            return true;
        return null === value || "string" === typeof value || "number" === typeof value || "boolean" === typeof value || _report(_exceptionable, {
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "(boolean | null | number | string)",
            value: value
        });
    }).every((flag: boolean) => flag)].every((flag: boolean) => flag); const __is = (input: any, _exceptionable: boolean = true): input is SettingsChange => "object" === typeof input && null !== input && _io0(input, true); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<SettingsChange> => {
    if (false === __is(input)) {
        errors = [];
        _report = (__typia_transform__validateReport._validateReport as any)(errors);
        ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
            path: _path + "",
            expected: "SettingsChange",
            value: input
        })) && _vo0(input, _path + "", true) || _report(true, {
            path: _path + "",
            expected: "SettingsChange",
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
export const validateCannedAnswers: (input: unknown) => Validation<CannedAnswers> = (() => { const _io0 = (input: any, _exceptionable: boolean = true): boolean => Array.isArray(input.models) && (input.models.length <= 200 && input.models.every((elem: any, _index1: number) => "object" === typeof elem && null !== elem && _io1(elem, true && _exceptionable))) && (Array.isArray(input.search) && (input.search.length <= 200 && input.search.every((elem: any, _index2: number) => "object" === typeof elem && null !== elem && _io2(elem, true && _exceptionable)))) && (Array.isArray(input.fetch) && (input.fetch.length <= 200 && input.fetch.every((elem: any, _index3: number) => "object" === typeof elem && null !== elem && _io4(elem, true && _exceptionable)))) && (3 === Object.keys(input).length || Object.keys(input).every((key: any) => {
    if (["models", "search", "fetch"].some((prop: any) => key === prop))
        return true;
    const value = input[key];
    if (undefined === value)
        return true;
    return false;
})); const _io1 = (input: any, _exceptionable: boolean = true): boolean => "string" === typeof input.model && "string" === typeof input.contains && "string" === typeof input.text && (undefined === input.fails || "boolean" === typeof input.fails) && (3 === Object.keys(input).length || Object.keys(input).every((key: any) => {
    if (["model", "contains", "text", "fails"].some((prop: any) => key === prop))
        return true;
    const value = input[key];
    if (undefined === value)
        return true;
    return false;
})); const _io2 = (input: any, _exceptionable: boolean = true): boolean => "string" === typeof input.query && (Array.isArray(input.hits) && (input.hits.length <= 20 && input.hits.every((elem: any, _index4: number) => "object" === typeof elem && null !== elem && _io3(elem, true && _exceptionable)))) && (2 === Object.keys(input).length || Object.keys(input).every((key: any) => {
    if (["query", "hits"].some((prop: any) => key === prop))
        return true;
    const value = input[key];
    if (undefined === value)
        return true;
    return false;
})); const _io3 = (input: any, _exceptionable: boolean = true): boolean => "string" === typeof input.title && "string" === typeof input.url && "string" === typeof input.snippet && (3 === Object.keys(input).length || Object.keys(input).every((key: any) => {
    if (["title", "url", "snippet"].some((prop: any) => key === prop))
        return true;
    const value = input[key];
    if (undefined === value)
        return true;
    return false;
})); const _io4 = (input: any, _exceptionable: boolean = true): boolean => "string" === typeof input.route && ("number" === typeof input.status && (Math.floor(input.status) === input.status && 0 <= input.status && input.status <= 4294967295 && 200 <= input.status && input.status <= 599)) && (undefined === input.contentType || "string" === typeof input.contentType) && "string" === typeof input.body && (3 === Object.keys(input).length || Object.keys(input).every((key: any) => {
    if (["route", "status", "contentType", "body"].some((prop: any) => key === prop))
        return true;
    const value = input[key];
    if (undefined === value)
        return true;
    return false;
})); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [(Array.isArray(input.models) || _report(_exceptionable, {
        path: _path + ".models",
        expected: "(ReadonlyArray<ModelAnswer> & MaxItems<200>)",
        value: input.models
    })) && ((input.models.length <= 200 || _report(_exceptionable, {
        path: _path + ".models",
        expected: "Array<> & MaxItems<200>",
        value: input.models
    })) && input.models.map((elem: any, _index5: number) => ("object" === typeof elem && null !== elem || _report(_exceptionable, {
        path: _path + ".models[" + _index5 + "]",
        expected: "ModelAnswer",
        value: elem
    })) && _vo1(elem, _path + ".models[" + _index5 + "]", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".models[" + _index5 + "]",
        expected: "ModelAnswer",
        value: elem
    })).every((flag: boolean) => flag)) || _report(_exceptionable, {
        path: _path + ".models",
        expected: "(ReadonlyArray<ModelAnswer> & MaxItems<200>)",
        value: input.models
    }), (Array.isArray(input.search) || _report(_exceptionable, {
        path: _path + ".search",
        expected: "(ReadonlyArray<SearchAnswer> & MaxItems<200>)",
        value: input.search
    })) && ((input.search.length <= 200 || _report(_exceptionable, {
        path: _path + ".search",
        expected: "Array<> & MaxItems<200>",
        value: input.search
    })) && input.search.map((elem: any, _index6: number) => ("object" === typeof elem && null !== elem || _report(_exceptionable, {
        path: _path + ".search[" + _index6 + "]",
        expected: "SearchAnswer",
        value: elem
    })) && _vo2(elem, _path + ".search[" + _index6 + "]", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".search[" + _index6 + "]",
        expected: "SearchAnswer",
        value: elem
    })).every((flag: boolean) => flag)) || _report(_exceptionable, {
        path: _path + ".search",
        expected: "(ReadonlyArray<SearchAnswer> & MaxItems<200>)",
        value: input.search
    }), (Array.isArray(input.fetch) || _report(_exceptionable, {
        path: _path + ".fetch",
        expected: "(ReadonlyArray<FetchAnswer> & MaxItems<200>)",
        value: input.fetch
    })) && ((input.fetch.length <= 200 || _report(_exceptionable, {
        path: _path + ".fetch",
        expected: "Array<> & MaxItems<200>",
        value: input.fetch
    })) && input.fetch.map((elem: any, _index7: number) => ("object" === typeof elem && null !== elem || _report(_exceptionable, {
        path: _path + ".fetch[" + _index7 + "]",
        expected: "FetchAnswer",
        value: elem
    })) && _vo4(elem, _path + ".fetch[" + _index7 + "]", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".fetch[" + _index7 + "]",
        expected: "FetchAnswer",
        value: elem
    })).every((flag: boolean) => flag)) || _report(_exceptionable, {
        path: _path + ".fetch",
        expected: "(ReadonlyArray<FetchAnswer> & MaxItems<200>)",
        value: input.fetch
    }), 3 === Object.keys(input).length || (false === _exceptionable || Object.keys(input).map((key: any) => {
        if (["models", "search", "fetch"].some((prop: any) => key === prop))
            return true;
        const value = input[key];
        if (undefined === value)
            return true;
        return _report(_exceptionable, {
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "undefined",
            value: value,
            description: [
                `The property \`${key}\` is not defined in the object type.`,
                "",
                "Please remove the property next time."
            ].join("\n")
        });
    }).every((flag: boolean) => flag))].every((flag: boolean) => flag); const _vo1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.model || _report(_exceptionable, {
        path: _path + ".model",
        expected: "string",
        value: input.model
    }), "string" === typeof input.contains || _report(_exceptionable, {
        path: _path + ".contains",
        expected: "string",
        value: input.contains
    }), "string" === typeof input.text || _report(_exceptionable, {
        path: _path + ".text",
        expected: "string",
        value: input.text
    }), undefined === input.fails || "boolean" === typeof input.fails || _report(_exceptionable, {
        path: _path + ".fails",
        expected: "(boolean | undefined)",
        value: input.fails
    }), 3 === Object.keys(input).length || (false === _exceptionable || Object.keys(input).map((key: any) => {
        if (["model", "contains", "text", "fails"].some((prop: any) => key === prop))
            return true;
        const value = input[key];
        if (undefined === value)
            return true;
        return _report(_exceptionable, {
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "undefined",
            value: value,
            description: [
                `The property \`${key}\` is not defined in the object type.`,
                "",
                "Please remove the property next time."
            ].join("\n")
        });
    }).every((flag: boolean) => flag))].every((flag: boolean) => flag); const _vo2 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.query || _report(_exceptionable, {
        path: _path + ".query",
        expected: "string",
        value: input.query
    }), (Array.isArray(input.hits) || _report(_exceptionable, {
        path: _path + ".hits",
        expected: "(ReadonlyArray<SearchHit> & MaxItems<20>)",
        value: input.hits
    })) && ((input.hits.length <= 20 || _report(_exceptionable, {
        path: _path + ".hits",
        expected: "Array<> & MaxItems<20>",
        value: input.hits
    })) && input.hits.map((elem: any, _index8: number) => ("object" === typeof elem && null !== elem || _report(_exceptionable, {
        path: _path + ".hits[" + _index8 + "]",
        expected: "SearchHit",
        value: elem
    })) && _vo3(elem, _path + ".hits[" + _index8 + "]", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".hits[" + _index8 + "]",
        expected: "SearchHit",
        value: elem
    })).every((flag: boolean) => flag)) || _report(_exceptionable, {
        path: _path + ".hits",
        expected: "(ReadonlyArray<SearchHit> & MaxItems<20>)",
        value: input.hits
    }), 2 === Object.keys(input).length || (false === _exceptionable || Object.keys(input).map((key: any) => {
        if (["query", "hits"].some((prop: any) => key === prop))
            return true;
        const value = input[key];
        if (undefined === value)
            return true;
        return _report(_exceptionable, {
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "undefined",
            value: value,
            description: [
                `The property \`${key}\` is not defined in the object type.`,
                "",
                "Please remove the property next time."
            ].join("\n")
        });
    }).every((flag: boolean) => flag))].every((flag: boolean) => flag); const _vo3 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.title || _report(_exceptionable, {
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
    }), 3 === Object.keys(input).length || (false === _exceptionable || Object.keys(input).map((key: any) => {
        if (["title", "url", "snippet"].some((prop: any) => key === prop))
            return true;
        const value = input[key];
        if (undefined === value)
            return true;
        return _report(_exceptionable, {
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "undefined",
            value: value,
            description: [
                `The property \`${key}\` is not defined in the object type.`,
                "",
                "Please remove the property next time."
            ].join("\n")
        });
    }).every((flag: boolean) => flag))].every((flag: boolean) => flag); const _vo4 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.route || _report(_exceptionable, {
        path: _path + ".route",
        expected: "string",
        value: input.route
    }), "number" === typeof input.status && (Math.floor(input.status) === input.status && 0 <= input.status && input.status <= 4294967295 || _report(_exceptionable, {
        path: _path + ".status",
        expected: "number & Type<\"uint32\">",
        value: input.status
    })) && (200 <= input.status || _report(_exceptionable, {
        path: _path + ".status",
        expected: "number & Minimum<200>",
        value: input.status
    })) && (input.status <= 599 || _report(_exceptionable, {
        path: _path + ".status",
        expected: "number & Maximum<599>",
        value: input.status
    })) || _report(_exceptionable, {
        path: _path + ".status",
        expected: "(number & Type<\"uint32\"> & Minimum<200> & Maximum<599>)",
        value: input.status
    }), undefined === input.contentType || "string" === typeof input.contentType || _report(_exceptionable, {
        path: _path + ".contentType",
        expected: "(string | undefined)",
        value: input.contentType
    }), "string" === typeof input.body || _report(_exceptionable, {
        path: _path + ".body",
        expected: "string",
        value: input.body
    }), 3 === Object.keys(input).length || (false === _exceptionable || Object.keys(input).map((key: any) => {
        if (["route", "status", "contentType", "body"].some((prop: any) => key === prop))
            return true;
        const value = input[key];
        if (undefined === value)
            return true;
        return _report(_exceptionable, {
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "undefined",
            value: value,
            description: [
                `The property \`${key}\` is not defined in the object type.`,
                "",
                "Please remove the property next time."
            ].join("\n")
        });
    }).every((flag: boolean) => flag))].every((flag: boolean) => flag); const __is = (input: any, _exceptionable: boolean = true): input is CannedAnswers => "object" === typeof input && null !== input && _io0(input, true); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<CannedAnswers> => {
    if (false === __is(input)) {
        errors = [];
        _report = (__typia_transform__validateReport._validateReport as any)(errors);
        ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
            path: _path + "",
            expected: "CannedAnswers",
            value: input
        })) && _vo0(input, _path + "", true) || _report(true, {
            path: _path + "",
            expected: "CannedAnswers",
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
export const validateClockAdvance: (input: unknown) => Validation<ClockAdvance> = (() => { const _io0 = (input: any, _exceptionable: boolean = true): boolean => "number" === typeof input.ms && (0 <= input.ms && input.ms <= 315360000000) && (1 === Object.keys(input).length || Object.keys(input).every((key: any) => {
    if (["ms"].some((prop: any) => key === prop))
        return true;
    const value = input[key];
    if (undefined === value)
        return true;
    return false;
})); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["number" === typeof input.ms && (0 <= input.ms || _report(_exceptionable, {
        path: _path + ".ms",
        expected: "number & Minimum<0>",
        value: input.ms
    })) && (input.ms <= 315360000000 || _report(_exceptionable, {
        path: _path + ".ms",
        expected: "number & Maximum<315360000000>",
        value: input.ms
    })) || _report(_exceptionable, {
        path: _path + ".ms",
        expected: "(number & Minimum<0> & Maximum<315360000000>)",
        value: input.ms
    }), 1 === Object.keys(input).length || (false === _exceptionable || Object.keys(input).map((key: any) => {
        if (["ms"].some((prop: any) => key === prop))
            return true;
        const value = input[key];
        if (undefined === value)
            return true;
        return _report(_exceptionable, {
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "undefined",
            value: value,
            description: [
                `The property \`${key}\` is not defined in the object type.`,
                "",
                "Please remove the property next time."
            ].join("\n")
        });
    }).every((flag: boolean) => flag))].every((flag: boolean) => flag); const __is = (input: any, _exceptionable: boolean = true): input is ClockAdvance => "object" === typeof input && null !== input && _io0(input, true); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<ClockAdvance> => {
    if (false === __is(input)) {
        errors = [];
        _report = (__typia_transform__validateReport._validateReport as any)(errors);
        ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
            path: _path + "",
            expected: "ClockAdvance",
            value: input
        })) && _vo0(input, _path + "", true) || _report(true, {
            path: _path + "",
            expected: "ClockAdvance",
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
export const validateClockChange: (input: unknown) => Validation<ClockChange> = (() => { const _io0 = (input: any, _exceptionable: boolean = true): boolean => (null === input.now || "number" === typeof input.now) && (1 === Object.keys(input).length || Object.keys(input).every((key: any) => {
    if (["now"].some((prop: any) => key === prop))
        return true;
    const value = input[key];
    if (undefined === value)
        return true;
    return false;
})); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [null === input.now || "number" === typeof input.now || _report(_exceptionable, {
        path: _path + ".now",
        expected: "(null | number)",
        value: input.now
    }), 1 === Object.keys(input).length || (false === _exceptionable || Object.keys(input).map((key: any) => {
        if (["now"].some((prop: any) => key === prop))
            return true;
        const value = input[key];
        if (undefined === value)
            return true;
        return _report(_exceptionable, {
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "undefined",
            value: value,
            description: [
                `The property \`${key}\` is not defined in the object type.`,
                "",
                "Please remove the property next time."
            ].join("\n")
        });
    }).every((flag: boolean) => flag))].every((flag: boolean) => flag); const __is = (input: any, _exceptionable: boolean = true): input is ClockChange => "object" === typeof input && null !== input && _io0(input, true); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<ClockChange> => {
    if (false === __is(input)) {
        errors = [];
        _report = (__typia_transform__validateReport._validateReport as any)(errors);
        ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
            path: _path + "",
            expected: "ClockChange",
            value: input
        })) && _vo0(input, _path + "", true) || _report(true, {
            path: _path + "",
            expected: "ClockChange",
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
export const validateRecordRequest: (input: unknown) => Validation<RecordRequest> = (() => { const _io0 = (input: any, _exceptionable: boolean = true): boolean => "string" === typeof input.platform && "string" === typeof input.messageId && "string" === typeof input.plugin && (3 === Object.keys(input).length || Object.keys(input).every((key: any) => {
    if (["platform", "messageId", "plugin"].some((prop: any) => key === prop))
        return true;
    const value = input[key];
    if (undefined === value)
        return true;
    return false;
})); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.platform || _report(_exceptionable, {
        path: _path + ".platform",
        expected: "string",
        value: input.platform
    }), "string" === typeof input.messageId || _report(_exceptionable, {
        path: _path + ".messageId",
        expected: "string",
        value: input.messageId
    }), "string" === typeof input.plugin || _report(_exceptionable, {
        path: _path + ".plugin",
        expected: "string",
        value: input.plugin
    }), 3 === Object.keys(input).length || (false === _exceptionable || Object.keys(input).map((key: any) => {
        if (["platform", "messageId", "plugin"].some((prop: any) => key === prop))
            return true;
        const value = input[key];
        if (undefined === value)
            return true;
        return _report(_exceptionable, {
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "undefined",
            value: value,
            description: [
                `The property \`${key}\` is not defined in the object type.`,
                "",
                "Please remove the property next time."
            ].join("\n")
        });
    }).every((flag: boolean) => flag))].every((flag: boolean) => flag); const __is = (input: any, _exceptionable: boolean = true): input is RecordRequest => "object" === typeof input && null !== input && _io0(input, true); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<RecordRequest> => {
    if (false === __is(input)) {
        errors = [];
        _report = (__typia_transform__validateReport._validateReport as any)(errors);
        ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
            path: _path + "",
            expected: "RecordRequest",
            value: input
        })) && _vo0(input, _path + "", true) || _report(true, {
            path: _path + "",
            expected: "RecordRequest",
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
export const validateTestRequest: (input: unknown) => Validation<TestRequest> = (() => { const _io0 = (input: any, _exceptionable: boolean = true): boolean => "string" === typeof input.platform && (1 === Object.keys(input).length || Object.keys(input).every((key: any) => {
    if (["platform"].some((prop: any) => key === prop))
        return true;
    const value = input[key];
    if (undefined === value)
        return true;
    return false;
})); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.platform || _report(_exceptionable, {
        path: _path + ".platform",
        expected: "string",
        value: input.platform
    }), 1 === Object.keys(input).length || (false === _exceptionable || Object.keys(input).map((key: any) => {
        if (["platform"].some((prop: any) => key === prop))
            return true;
        const value = input[key];
        if (undefined === value)
            return true;
        return _report(_exceptionable, {
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "undefined",
            value: value,
            description: [
                `The property \`${key}\` is not defined in the object type.`,
                "",
                "Please remove the property next time."
            ].join("\n")
        });
    }).every((flag: boolean) => flag))].every((flag: boolean) => flag); const __is = (input: any, _exceptionable: boolean = true): input is TestRequest => "object" === typeof input && null !== input && _io0(input, true); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<TestRequest> => {
    if (false === __is(input)) {
        errors = [];
        _report = (__typia_transform__validateReport._validateReport as any)(errors);
        ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
            path: _path + "",
            expected: "TestRequest",
            value: input
        })) && _vo0(input, _path + "", true) || _report(true, {
            path: _path + "",
            expected: "TestRequest",
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
export const validatePersonRequest: (input: unknown) => Validation<PersonRequest> = (() => { const _io0 = (input: any, _exceptionable: boolean = true): boolean => "string" === typeof input.name && RegExp("^[A-Za-z0-9_-]{1,32}$").test(input.name) && (1 === Object.keys(input).length || Object.keys(input).every((key: any) => {
    if (["name"].some((prop: any) => key === prop))
        return true;
    const value = input[key];
    if (undefined === value)
        return true;
    return false;
})); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.name && (RegExp("^[A-Za-z0-9_-]{1,32}$").test(input.name) || _report(_exceptionable, {
        path: _path + ".name",
        expected: "string & Pattern<\"^[A-Za-z0-9_-]{1,32}$\">",
        value: input.name
    })) || _report(_exceptionable, {
        path: _path + ".name",
        expected: "(string & Pattern<\"^[A-Za-z0-9_-]{1,32}$\">)",
        value: input.name
    }), 1 === Object.keys(input).length || (false === _exceptionable || Object.keys(input).map((key: any) => {
        if (["name"].some((prop: any) => key === prop))
            return true;
        const value = input[key];
        if (undefined === value)
            return true;
        return _report(_exceptionable, {
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "undefined",
            value: value,
            description: [
                `The property \`${key}\` is not defined in the object type.`,
                "",
                "Please remove the property next time."
            ].join("\n")
        });
    }).every((flag: boolean) => flag))].every((flag: boolean) => flag); const __is = (input: any, _exceptionable: boolean = true): input is PersonRequest => "object" === typeof input && null !== input && _io0(input, true); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<PersonRequest> => {
    if (false === __is(input)) {
        errors = [];
        _report = (__typia_transform__validateReport._validateReport as any)(errors);
        ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
            path: _path + "",
            expected: "PersonRequest",
            value: input
        })) && _vo0(input, _path + "", true) || _report(true, {
            path: _path + "",
            expected: "PersonRequest",
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
export const validateSayRequest: (input: unknown) => Validation<SayRequest> = (() => { const _io0 = (input: any, _exceptionable: boolean = true): boolean => ("string" === typeof input.from || "number" === typeof input.from) && (undefined === input.text || "string" === typeof input.text) && (undefined === input.image || "object" === typeof input.image && null !== input.image && false === Array.isArray(input.image) && _io1(input.image, true && _exceptionable)) && (undefined === input.voice || "object" === typeof input.voice && null !== input.voice && false === Array.isArray(input.voice) && _io1(input.voice, true && _exceptionable)) && (undefined === input.video || "object" === typeof input.video && null !== input.video && false === Array.isArray(input.video) && _io1(input.video, true && _exceptionable)) && (undefined === input.file || "object" === typeof input.file && null !== input.file && false === Array.isArray(input.file) && _io1(input.file, true && _exceptionable)) && (undefined === input.caption || "string" === typeof input.caption) && (undefined === input.transcription || "string" === typeof input.transcription) && (undefined === input.quote || "object" === typeof input.quote && null !== input.quote && _io2(input.quote, true && _exceptionable)) && (1 === Object.keys(input).length || Object.keys(input).every((key: any) => {
    if (["from", "text", "image", "voice", "video", "file", "caption", "transcription", "quote"].some((prop: any) => key === prop))
        return true;
    const value = input[key];
    if (undefined === value)
        return true;
    return false;
})); const _io1 = (input: any, _exceptionable: boolean = true): boolean => (undefined === input.base64 || "string" === typeof input.base64 && /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/gm.test(input.base64)) && (undefined === input.bytes || input.bytes instanceof Uint8Array) && (undefined === input.name || "string" === typeof input.name) && (undefined === input.mime || "string" === typeof input.mime) && (undefined === input.transcription || "string" === typeof input.transcription) && (undefined === input.playtime || "number" === typeof input.playtime) && (0 === Object.keys(input).length || Object.keys(input).every((key: any) => {
    if (["base64", "bytes", "name", "mime", "transcription", "playtime"].some((prop: any) => key === prop))
        return true;
    const value = input[key];
    if (undefined === value)
        return true;
    return false;
})); const _io2 = (input: any, _exceptionable: boolean = true): boolean => "string" === typeof input.text && (undefined === input.from || "string" === typeof input.from) && (1 === Object.keys(input).length || Object.keys(input).every((key: any) => {
    if (["text", "from"].some((prop: any) => key === prop))
        return true;
    const value = input[key];
    if (undefined === value)
        return true;
    return false;
})); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.from || "number" === typeof input.from || _report(_exceptionable, {
        path: _path + ".from",
        expected: "(number | string)",
        value: input.from
    }), undefined === input.text || "string" === typeof input.text || _report(_exceptionable, {
        path: _path + ".text",
        expected: "(string | undefined)",
        value: input.text
    }), undefined === input.image || ("object" === typeof input.image && null !== input.image && false === Array.isArray(input.image) || _report(_exceptionable, {
        path: _path + ".image",
        expected: "(SaidFile | undefined)",
        value: input.image
    })) && _vo1(input.image, _path + ".image", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".image",
        expected: "(SaidFile | undefined)",
        value: input.image
    }), undefined === input.voice || ("object" === typeof input.voice && null !== input.voice && false === Array.isArray(input.voice) || _report(_exceptionable, {
        path: _path + ".voice",
        expected: "(SaidFile | undefined)",
        value: input.voice
    })) && _vo1(input.voice, _path + ".voice", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".voice",
        expected: "(SaidFile | undefined)",
        value: input.voice
    }), undefined === input.video || ("object" === typeof input.video && null !== input.video && false === Array.isArray(input.video) || _report(_exceptionable, {
        path: _path + ".video",
        expected: "(SaidFile | undefined)",
        value: input.video
    })) && _vo1(input.video, _path + ".video", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".video",
        expected: "(SaidFile | undefined)",
        value: input.video
    }), undefined === input.file || ("object" === typeof input.file && null !== input.file && false === Array.isArray(input.file) || _report(_exceptionable, {
        path: _path + ".file",
        expected: "(SaidFile | undefined)",
        value: input.file
    })) && _vo1(input.file, _path + ".file", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".file",
        expected: "(SaidFile | undefined)",
        value: input.file
    }), undefined === input.caption || "string" === typeof input.caption || _report(_exceptionable, {
        path: _path + ".caption",
        expected: "(string | undefined)",
        value: input.caption
    }), undefined === input.transcription || "string" === typeof input.transcription || _report(_exceptionable, {
        path: _path + ".transcription",
        expected: "(string | undefined)",
        value: input.transcription
    }), undefined === input.quote || ("object" === typeof input.quote && null !== input.quote || _report(_exceptionable, {
        path: _path + ".quote",
        expected: "(__type | undefined)",
        value: input.quote
    })) && _vo2(input.quote, _path + ".quote", true && _exceptionable) || _report(_exceptionable, {
        path: _path + ".quote",
        expected: "(__type | undefined)",
        value: input.quote
    }), 1 === Object.keys(input).length || (false === _exceptionable || Object.keys(input).map((key: any) => {
        if (["from", "text", "image", "voice", "video", "file", "caption", "transcription", "quote"].some((prop: any) => key === prop))
            return true;
        const value = input[key];
        if (undefined === value)
            return true;
        return _report(_exceptionable, {
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "undefined",
            value: value,
            description: [
                `The property \`${key}\` is not defined in the object type.`,
                "",
                "Please remove the property next time."
            ].join("\n")
        });
    }).every((flag: boolean) => flag))].every((flag: boolean) => flag); const _vo1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [undefined === input.base64 || "string" === typeof input.base64 && (/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/gm.test(input.base64) || _report(_exceptionable, {
        path: _path + ".base64",
        expected: "string & Format<\"byte\">",
        value: input.base64
    })) || _report(_exceptionable, {
        path: _path + ".base64",
        expected: "((string & Format<\"byte\">) | undefined)",
        value: input.base64
    }), undefined === input.bytes || input.bytes instanceof Uint8Array || _report(_exceptionable, {
        path: _path + ".bytes",
        expected: "(Uint8Array | undefined)",
        value: input.bytes
    }), undefined === input.name || "string" === typeof input.name || _report(_exceptionable, {
        path: _path + ".name",
        expected: "(string | undefined)",
        value: input.name
    }), undefined === input.mime || "string" === typeof input.mime || _report(_exceptionable, {
        path: _path + ".mime",
        expected: "(string | undefined)",
        value: input.mime
    }), undefined === input.transcription || "string" === typeof input.transcription || _report(_exceptionable, {
        path: _path + ".transcription",
        expected: "(string | undefined)",
        value: input.transcription
    }), undefined === input.playtime || "number" === typeof input.playtime || _report(_exceptionable, {
        path: _path + ".playtime",
        expected: "(number | undefined)",
        value: input.playtime
    }), 0 === Object.keys(input).length || (false === _exceptionable || Object.keys(input).map((key: any) => {
        if (["base64", "bytes", "name", "mime", "transcription", "playtime"].some((prop: any) => key === prop))
            return true;
        const value = input[key];
        if (undefined === value)
            return true;
        return _report(_exceptionable, {
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "undefined",
            value: value,
            description: [
                `The property \`${key}\` is not defined in the object type.`,
                "",
                "Please remove the property next time."
            ].join("\n")
        });
    }).every((flag: boolean) => flag))].every((flag: boolean) => flag); const _vo2 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.text || _report(_exceptionable, {
        path: _path + ".text",
        expected: "string",
        value: input.text
    }), undefined === input.from || "string" === typeof input.from || _report(_exceptionable, {
        path: _path + ".from",
        expected: "(string | undefined)",
        value: input.from
    }), 1 === Object.keys(input).length || (false === _exceptionable || Object.keys(input).map((key: any) => {
        if (["text", "from"].some((prop: any) => key === prop))
            return true;
        const value = input[key];
        if (undefined === value)
            return true;
        return _report(_exceptionable, {
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "undefined",
            value: value,
            description: [
                `The property \`${key}\` is not defined in the object type.`,
                "",
                "Please remove the property next time."
            ].join("\n")
        });
    }).every((flag: boolean) => flag))].every((flag: boolean) => flag); const __is = (input: any, _exceptionable: boolean = true): input is SayRequest => "object" === typeof input && null !== input && _io0(input, true); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<SayRequest> => {
    if (false === __is(input)) {
        errors = [];
        _report = (__typia_transform__validateReport._validateReport as any)(errors);
        ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
            path: _path + "",
            expected: "SayRequest",
            value: input
        })) && _vo0(input, _path + "", true) || _report(true, {
            path: _path + "",
            expected: "SayRequest",
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
