import * as __typia_transform__accessExpressionAsString from "typia/lib/internal/_accessExpressionAsString";
import * as __typia_transform__validateReport from "typia/lib/internal/_validateReport";
import * as __typia_transform__createStandardSchema from "typia/lib/internal/_createStandardSchema";
import type { Validation } from "@botwright/core";
import type { ClockAdvance, ClockChange, PersonRequest, RecordRequest, SettingsChange, StorageChange, StorageDelete, TestRequest, } from "../routes/tool-requests.ts";
import type { CannedAnswers } from "../tools.ts";
/** Validators of the bodies of the tools' routes, one per `POST`. */
export const validateStorageChange: (input: unknown) => Validation<StorageChange> = (() => { const _io0 = (input: any): boolean => "string" === typeof input.plugin && "string" === typeof input.key && (undefined !== input.value && (null === input.value || "string" === typeof input.value || "number" === typeof input.value || "boolean" === typeof input.value || (Array.isArray(input.value) && (_ia0(input.value) || false) || "object" === typeof input.value && null !== input.value && false === Array.isArray(input.value) && _io1(input.value)))); const _io1 = (input: any): boolean => Object.keys(input).every((key: any) => {
    const value = input[key];
    if (undefined === value)
        return true;
    return undefined !== value && (null === value || "string" === typeof value || "number" === typeof value || "boolean" === typeof value || (Array.isArray(value) && (_ia0(value) || false) || "object" === typeof value && null !== value && false === Array.isArray(value) && _io1(value)));
}); const _ia0 = (input: any): any => input.every((elem: any) => undefined !== elem && (null === elem || "string" === typeof elem || "number" === typeof elem || "boolean" === typeof elem || (Array.isArray(elem) && (_ia0(elem) || false) || "object" === typeof elem && null !== elem && false === Array.isArray(elem) && _io1(elem)))); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.plugin || _report(_exceptionable, {
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
    }))].every((flag: boolean) => flag); const _vo1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [false === _exceptionable || Object.keys(input).map((key: any) => {
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
}))).every((flag: boolean) => flag); const __is = (input: any): input is StorageChange => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<StorageChange> => {
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
export const validateStorageDelete: (input: unknown) => Validation<StorageDelete> = (() => { const _io0 = (input: any): boolean => "string" === typeof input.plugin && "string" === typeof input.key; const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.plugin || _report(_exceptionable, {
        path: _path + ".plugin",
        expected: "string",
        value: input.plugin
    }), "string" === typeof input.key || _report(_exceptionable, {
        path: _path + ".key",
        expected: "string",
        value: input.key
    })].every((flag: boolean) => flag); const __is = (input: any): input is StorageDelete => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<StorageDelete> => {
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
export const validateSettingsChange: (input: unknown) => Validation<SettingsChange> = (() => { const _io0 = (input: any): boolean => "string" === typeof input.plugin && ("object" === typeof input.values && null !== input.values && false === Array.isArray(input.values) && _io1(input.values)); const _io1 = (input: any): boolean => Object.keys(input).every((key: any) => {
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
    })].every((flag: boolean) => flag); const _vo1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [false === _exceptionable || Object.keys(input).map((key: any) => {
        const value = input[key];
        if (undefined === value)
            return true;
        return null === value || "string" === typeof value || "number" === typeof value || "boolean" === typeof value || _report(_exceptionable, {
            path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
            expected: "(boolean | null | number | string)",
            value: value
        });
    }).every((flag: boolean) => flag)].every((flag: boolean) => flag); const __is = (input: any): input is SettingsChange => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<SettingsChange> => {
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
export const validateCannedAnswers: (input: unknown) => Validation<CannedAnswers> = (() => { const _io0 = (input: any): boolean => Array.isArray(input.models) && (input.models.length <= 200 && input.models.every((elem: any) => "object" === typeof elem && null !== elem && _io1(elem))) && (Array.isArray(input.search) && (input.search.length <= 200 && input.search.every((elem: any) => "object" === typeof elem && null !== elem && _io2(elem)))) && (Array.isArray(input.fetch) && (input.fetch.length <= 200 && input.fetch.every((elem: any) => "object" === typeof elem && null !== elem && _io4(elem)))); const _io1 = (input: any): boolean => "string" === typeof input.model && "string" === typeof input.contains && "string" === typeof input.text && (undefined === input.fails || "boolean" === typeof input.fails); const _io2 = (input: any): boolean => "string" === typeof input.query && (Array.isArray(input.hits) && (input.hits.length <= 20 && input.hits.every((elem: any) => "object" === typeof elem && null !== elem && _io3(elem)))); const _io3 = (input: any): boolean => "string" === typeof input.title && "string" === typeof input.url && "string" === typeof input.snippet; const _io4 = (input: any): boolean => "string" === typeof input.route && ("number" === typeof input.status && (Math.floor(input.status) === input.status && 0 <= input.status && input.status <= 4294967295 && 200 <= input.status && input.status <= 599)) && (undefined === input.contentType || "string" === typeof input.contentType) && "string" === typeof input.body; const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [(Array.isArray(input.models) || _report(_exceptionable, {
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
    })].every((flag: boolean) => flag); const _vo1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.model || _report(_exceptionable, {
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
    })].every((flag: boolean) => flag); const _vo2 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.query || _report(_exceptionable, {
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
    })].every((flag: boolean) => flag); const _vo3 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.title || _report(_exceptionable, {
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
    })].every((flag: boolean) => flag); const _vo4 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.route || _report(_exceptionable, {
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
    })].every((flag: boolean) => flag); const __is = (input: any): input is CannedAnswers => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<CannedAnswers> => {
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
export const validateClockAdvance: (input: unknown) => Validation<ClockAdvance> = (() => { const _io0 = (input: any): boolean => "number" === typeof input.ms && (0 <= input.ms && input.ms <= 315360000000); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["number" === typeof input.ms && (0 <= input.ms || _report(_exceptionable, {
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
    })].every((flag: boolean) => flag); const __is = (input: any): input is ClockAdvance => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<ClockAdvance> => {
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
export const validateClockChange: (input: unknown) => Validation<ClockChange> = (() => { const _io0 = (input: any): boolean => null === input.now || "number" === typeof input.now; const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [null === input.now || "number" === typeof input.now || _report(_exceptionable, {
        path: _path + ".now",
        expected: "(null | number)",
        value: input.now
    })].every((flag: boolean) => flag); const __is = (input: any): input is ClockChange => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<ClockChange> => {
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
export const validateRecordRequest: (input: unknown) => Validation<RecordRequest> = (() => { const _io0 = (input: any): boolean => "string" === typeof input.platform && "string" === typeof input.messageId && "string" === typeof input.plugin; const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.platform || _report(_exceptionable, {
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
    })].every((flag: boolean) => flag); const __is = (input: any): input is RecordRequest => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<RecordRequest> => {
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
export const validateTestRequest: (input: unknown) => Validation<TestRequest> = (() => { const _io0 = (input: any): boolean => "string" === typeof input.platform; const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.platform || _report(_exceptionable, {
        path: _path + ".platform",
        expected: "string",
        value: input.platform
    })].every((flag: boolean) => flag); const __is = (input: any): input is TestRequest => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<TestRequest> => {
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
export const validatePersonRequest: (input: unknown) => Validation<PersonRequest> = (() => { const _io0 = (input: any): boolean => "string" === typeof input.name && RegExp("^[A-Za-z0-9_-]{1,32}$").test(input.name); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.name && (RegExp("^[A-Za-z0-9_-]{1,32}$").test(input.name) || _report(_exceptionable, {
        path: _path + ".name",
        expected: "string & Pattern<\"^[A-Za-z0-9_-]{1,32}$\">",
        value: input.name
    })) || _report(_exceptionable, {
        path: _path + ".name",
        expected: "(string & Pattern<\"^[A-Za-z0-9_-]{1,32}$\">)",
        value: input.name
    })].every((flag: boolean) => flag); const __is = (input: any): input is PersonRequest => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<PersonRequest> => {
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
