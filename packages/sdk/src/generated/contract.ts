// Generated from docs/openapi.json by scripts/generate.mjs; do not edit.
export interface paths {
    "/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search with a GET request
         * @description The same as `POST /v1/search`, with the fields of its body as parameters. Each filter is a parameter with its own name, and each purpose of `use` one that begins with `use_`, such as `use_commercial`. To send a list, repeat the parameter. An image in base64 does not fit: send it with POST. Answer, cost and `Idempotency-Key` are the same: the key of a POST with the same fields gets the same answer. HEAD is refused, because it would cost as much as GET.
         */
        get: operations["searchByAddress"];
        put?: never;
        /**
         * Search by words, by example, or both
         * @description Costs one credit for each ten results or part of ten, at least one. A degraded answer is billed, an error is not. A search with an image needs a plan with `image_search`.
         */
        post: operations["search"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/similar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Images that look like an indexed image
         * @description Compares pixels only: no words, no reranking. Billed like a search. Needs a plan with `similar_search`.
         */
        post: operations["findSimilar"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/asset/{asset_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All metadata of one asset
         * @description Costs nothing. With `use_…` parameters, `usable` says whether the image may be used for that. With `Accept: application/ld+json`, the answer is its credit as a `schema.org/ImageObject`, for a page that shows it.
         */
        get: operations["getAsset"];
        put?: never;
        post?: never;
        /**
         * Delete an image
         * @description Only an image that the account has added. It is deleted for good, with its files, and may be added again. Costs nothing.
         */
        delete: operations["deleteAsset"];
        options?: never;
        head?: never;
        /**
         * Change what is said of an image
         * @description Only of an image that the account has added. Its file stays as it is. Searches follow when the answer arrives. Costs nothing.
         */
        patch: operations["editAsset"];
        trace?: never;
    };
    "/v1/asset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an image
         * @description Adds an image to the collection `uploads` of `GET /v1/collection`. Searches of every key without bounds find it when the answer arrives. The same bytes are the same asset: sent again, what is said now replaces what was said. The place where the image was taken is cut out of the file. Costs nothing.
         */
        post: operations["addAsset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/asset/{query_id}/{asset_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The file of a result
         * @description The `file` and `thumb` addresses of an answer. They need no key. They open only the images of that answer, for 24 hours.
         */
        get: operations["getFileOfAnswer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/asset/direct/{asset_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The file of any asset
         * @description The `file` and `thumb` addresses of an asset look-up.
         */
        get: operations["getFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/download/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The bytes behind a redirect
         * @description The target of a file address if the service keeps the files itself. It works for at least 10 minutes. If the asset is withdrawn, it stops working within 10 seconds; caches may keep a copy for as long as `Cache-Control` says. Do not construct or store such an address.
         */
        get: operations["download"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Credits left, and the outcome of the latest searches
         * @description Lists the last 100 searches with their `Idempotency-Key`, status and charge. Use it after a search whose answer did not arrive. Costs nothing.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/usage/days": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the searches of each key cost on each day
         * @description With `Accept: text/csv`, the answer is a table for a spreadsheet. Costs nothing. Only the operator makes a key with the scope `account`.
         */
        get: operations["getUsageByDay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The live keys of the account
         * @description Never the keys themselves. Costs nothing. Only the operator makes a key with the scope `account`.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Make a key
         * @description Without the scopes that only the operator gives. An account has at most 100 live keys. Costs nothing. Sent again, it makes another key.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a key
         * @description It is refused everywhere within 5 seconds. Not another key with the scope `account`. Costs nothing.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        /**
         * Name a key
         * @description Not another key with the scope `account`. Costs nothing.
         */
        patch: operations["renameKey"];
        trace?: never;
    };
    "/v1/keys/{key_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a key
         * @description By one with the same name, scopes, bounds and expiry. The old key still works for the grace. Not a key with a scope that only the operator gives, and no key twice. Costs nothing.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/warm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the service can answer a search now
         * @description The request loads a model that is not loaded. Costs nothing.
         */
        get: operations["warm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/collection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many images there are, and what they show
         * @description Counts the images of each collection, and names frequent words and colours, which a page can suggest. Costs nothing.
         */
        get: operations["getCollection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pricing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Plans, their limits, and what a search costs
         * @description Needs no key.
         */
        get: operations["getPricing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This document
         * @description Needs no key.
         */
        get: operations["getContract"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This document as a page for people
         * @description Needs no key.
         */
        get: operations["readContract"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        SearchRequest: {
            /** @description What to search for, in words. Without words and without an image, the search finds every image that satisfies the filters, newest first unless `sort` or a colour orders them. White space around the words is removed. */
            query?: string;
            /** @description A JPEG, PNG or WebP image in base64: at most 5 MiB decoded, 20 megapixels, and 65,535 pixels per edge. A data-URL prefix, the URL-safe alphabet, missing padding and white space are accepted. */
            image_base64?: string;
            /** @description Public https address of such an image. Send either this or `image_base64`. */
            image_url?: string;
            /**
             * @description Number of results wanted. If it is above the plan's `max_results`, that applies instead, and `k_capped` is set.
             * @default 10
             */
            k?: number;
            /**
             * @description Leaves out results whose `score` is lower; `auto` leaves out those below the `strong_score` of the answer. An answer may then have fewer than `k` results, or none.
             * @default 0
             */
            min_score?: number | "auto";
            /** @description The `cursor` of an answer, to get its next page. The other fields must be the same as in the request for that answer; only `k` may differ. A page is billed like a search of that many results. */
            cursor?: string;
            filters?: components["schemas"]["Filters"];
            /**
             * @description Orders the results by date instead of by how well they answer. With words or an image, only the most relevant images are ordered (`min_score` leaves fewer). Without, all images that satisfy the filters are ordered. Images whose date is unknown come last, and a year or a month counts as its first day.
             * @enum {string}
             */
            sort?: "newest" | "oldest";
            /** @description Properties whose values `facets` in the answer counts. */
            facets?: ("license" | "source" | "creator" | "tags" | "orientation")[];
            use?: components["schemas"]["Use"];
            /**
             * @description Leaves out images that are not known to be usable for all purposes of `use`. The next results take their places.
             * @default false
             */
            usable_only?: boolean;
            /**
             * @description Turns what the query says about the look and the permitted use of an image into filters, and searches for the remaining words. `applied_design` reports both. A filter in `filters` takes precedence over one from the words.
             * @default false
             */
            parse_design?: boolean;
            /**
             * @description Searches for the words exactly as written. By default, misspelt words are corrected, joined or split, and `corrections` lists them; words of other languages and emoji are translated, and `translations` lists them.
             * @default false
             */
            exact?: boolean;
            /** @description The language of `query` as a BCP 47 tag, such as `de` or `pt-BR`. Its words are then translated even if they are also English words: "chat" in French is a cat. Without `lang`, only words that neither the collection nor English has are translated, and `Accept-Language` decides between languages that share a word. Known languages are `de`, `es`, `fr`, `it`, `ja`, `ko`, `nl`, `pl`, `pt`, `ru`, `uk`, `zh`; any other language changes nothing. */
            lang?: string;
        };
        /** @description An indexed image, and filters for the images similar to it. */
        SimilarRequest: {
            /** @description The asset to compare with, `<source>:<id>`. The answer never contains it. */
            asset_id: string;
            /**
             * @description Number of results wanted. If it is above the plan's `max_results`, that applies instead, and `k_capped` is set.
             * @default 10
             */
            k?: number;
            /**
             * @description Leaves out results whose `score` is lower; `auto` leaves out those below the `strong_score` of the answer. An answer may then have fewer than `k` results, or none.
             * @default 0
             */
            min_score?: number | "auto";
            /** @description The `cursor` of an answer, to get its next page. The other fields must be the same as in the request for that answer; only `k` may differ. A page is billed like a search of that many results. */
            cursor?: string;
            filters?: components["schemas"]["Filters"];
            use?: components["schemas"]["Use"];
            /**
             * @description Leaves out images that are not known to be usable for all purposes of `use`. The next results take their places.
             * @default false
             */
            usable_only?: boolean;
        };
        /** @description Filters on the images of an answer. An image whose value is unknown never satisfies a filter on it. */
        Filters: {
            /**
             * Brightness
             * @description Overall brightness from 0 (black) to 1 (white), inclusive; 0.35 or less is dark, 0.65 or more is bright.
             */
            luminance_min?: number;
            /**
             * Brightness
             * @description Overall brightness from 0 (black) to 1 (white), inclusive; 0.35 or less is dark, 0.65 or more is bright.
             */
            luminance_max?: number;
            /**
             * Colour
             * @description `true`: only images without colour, or in a single tone such as sepia; `false`: only images in colour.
             */
            monochrome?: boolean;
            /**
             * Saturation
             * @description How strong the colours are, from 0 (grey) to 1 (as strong as a screen shows), inclusive; 0.1 or less is muted, 0.25 or more is vivid. A white ground does not count.
             */
            saturation_min?: number;
            /**
             * Saturation
             * @description How strong the colours are, from 0 (grey) to 1 (as strong as a screen shows), inclusive; 0.1 or less is muted, 0.25 or more is vivid. A white ground does not count.
             */
            saturation_max?: number;
            /**
             * Faces
             * @description Detected faces, inclusive; at most 0 for images in which nobody faces the camera.
             */
            faces_min?: number;
            /**
             * Faces
             * @description Detected faces, inclusive; at most 0 for images in which nobody faces the camera.
             */
            faces_max?: number;
            /**
             * Shape
             * @description Width divided by height, inclusive.
             */
            aspect_min?: number;
            /**
             * Shape
             * @description Width divided by height, inclusive.
             */
            aspect_max?: number;
            /**
             * Shape
             * @description A square has an aspect within 5 % of 1.
             * @enum {string}
             */
            orientation?: "landscape" | "portrait" | "square";
            /**
             * Resolution
             * @description Megapixels of the original, inclusive.
             */
            resolution_min?: number;
            /**
             * Clean space
             * @description Clean space for text on any of these sides. Name each side once.
             */
            neg_space_any?: ("left" | "right" | "top" | "bottom")[];
            /**
             * Preferred colour
             * @description Prefers images with this colour, such as `#c0392b`, but leaves out none.
             */
            palette_near?: string;
            /**
             * Commercial use
             * @description `true`: only images that permit commercial use.
             */
            commercial?: boolean;
            /**
             * Changes allowed
             * @description `true`: only images that may be published in a changed version: cropped, recoloured, combined.
             */
            derivatives?: boolean;
            /**
             * Credit
             * @description `false`: only images that need no credit line.
             */
            attribution_required?: boolean;
            /**
             * Share alike
             * @description `false`: only images whose changed versions may have any licence.
             */
            share_alike?: boolean;
            /**
             * Licence
             * @description Normalised licence codes, such as `cc0` or `cc-by-4.0`; a port of a Creative Commons licence ends with its jurisdiction: `cc-by-sa-3.0-de`. An unknown code is refused, and the error lists all codes.
             */
            license_any?: string[];
            /**
             * Collection
             * @description Collections. One that does not exist is refused.
             */
            source_any?: string[];
            /**
             * AI-generated images
             * @description `true`: only images known to be generated, in whole or in part; `false`: none of them. Unless it is set, they come after all others.
             */
            ai_generated?: boolean;
            /**
             * Human work
             * @description `true`: only images known to be captures or human work (`provenance.ai` is false).
             */
            human_made?: boolean;
            /**
             * Sensitive images
             * @description The default, `false`, leaves out images that are known to be sensitive, even if few results remain. `true` includes them along with all others.
             */
            sensitive?: boolean;
            /**
             * Date
             * @description When the image was made, inclusive: a year, a month, a day or a moment (ISO 8601), such as `2024`, `2024-05` or `2024-05-01T10:00`. If the date of an image is a year or a month, all of it must lie within. Time zones are ignored.
             */
            created_from?: string;
            /**
             * Date
             * @description When the image was made, inclusive: a year, a month, a day or a moment (ISO 8601), such as `2024`, `2024-05` or `2024-05-01T10:00`. If the date of an image is a year or a month, all of it must lie within. Time zones are ignored.
             */
            created_to?: string;
            /**
             * Creator
             * @description Who made the image: the whole name; case does not matter.
             */
            creator?: string;
            /**
             * Tags
             * @description Tags of which the image has any, or all: whole tags; case does not matter.
             */
            tags_any?: string[];
            /**
             * Tags
             * @description Tags of which the image has any, or all: whole tags; case does not matter.
             */
            tags_all?: string[];
        };
        /** @description What the images are for. Each image in the answer then has `usable`. A purpose that you leave out is not checked. */
        Use: {
            /** @description `true`: the use is mainly meant for profit or payment, such as in something that is sold or that advertises. */
            commercial?: boolean;
            /** @description `true`: a changed version is published: cropped, recoloured, merged with others. Another size or format is no change. */
            modify?: boolean;
            /** @description `false`: it is shown without a credit. */
            attribute?: boolean;
            /** @description `false`: a changed version cannot be published under the licence of the image, or one that it accepts instead. Matters only with `modify`. */
            share_alike?: boolean;
            /** @description `true`: models are trained with it. */
            train_ai?: boolean;
            /** @description `true`: people can be identified in it, and it advertises or endorses something. */
            people_identifiable?: boolean;
            /** @description `true`: the same for private property: a building, a work of art, a brand. */
            property_identifiable?: boolean;
        };
        /** @description An image, and what is said of it. What is absent is read from the file (EXIF, IPTC, XMP). */
        Upload: {
            /** @description The image, at most 25 MiB, as base64 or as a `data:` address: JPEG, PNG, WebP, HEIC, AVIF, TIFF, GIF, BMP or JPEG XL. */
            image_base64: string;
            /** @description Name of the file. It becomes the title if neither `title` nor the file has one. */
            file_name?: string;
            title?: string;
            tags?: string[];
            description?: string;
            /** @description Who made the image. */
            creator?: string;
            /** @description A page of who made it. */
            creator_url?: string;
            /** @description Name, SPDX id or address of the licence. One that cannot be read is stored, and its rights are unknown. */
            license?: string;
            /** @description A page of the image. */
            source_url?: string;
            /** @description Whether a model made it, in whole or in part. */
            ai_generated?: boolean;
        };
        /** @description What is said of an image now. An absent field stays as it is. */
        Edit: {
            title?: string;
            tags?: string[];
            description?: string;
            /** @description Null empties it. */
            creator?: string | null;
            /** @description Empty for an image whose licence is unknown. */
            license?: string;
        };
        /** @description A key to make. */
        NewKey: {
            /** @description What the key is for: 1 to 100 printable characters. */
            name: string;
            /**
             * @description What it may be used for. Only the operator gives the scopes `ingest` and `account`.
             * @default [
             *       "search",
             *       "similar",
             *       "asset",
             *       "usage"
             *     ]
             */
            scopes?: ("search" | "similar" | "asset" | "usage")[];
            /**
             * @description When it stops working; null for never.
             * @default null
             */
            expires_at?: string | null;
            /**
             * @description The images that it may see; null for all.
             * @default null
             */
            bounds?: {
                sources?: string[];
                licenses?: string[];
                usable_for?: components["schemas"]["Use"];
            } | null;
        };
        /** @description What a key is called. */
        KeyEdit: {
            /** @description What the key is for: 1 to 100 printable characters. */
            name: string;
        };
        /** @description How a key is rotated. */
        Rotation: {
            /**
             * @description Seconds for which the old key still works, at most 30 days. It never works longer than it would have.
             * @default 86400
             */
            grace_s?: number;
        };
        /** @description A ranked answer. */
        SearchAnswer: {
            query_id: string;
            /** @description The query of the request; null if it had only an image. */
            query: string | null;
            /** @enum {string} */
            input_modality: "text" | "image" | "image_text";
            /** @description Number of results. */
            count: number;
            /** @description How many of these results are strong matches: their `score` is at least `strong_score`. The others are weaker and may not show what was asked for. Null in a search by filters alone. */
            strong_count: number | null;
            /** @description The lowest score of a strong match; `min_score: "auto"` returns only strong matches. It depends on whether the search is by words, by an image or by both. Null in a search by filters alone. */
            strong_score: number | null;
            /** @description About how many images all pages of this search hold: those that match or, if all match to some degree, those that satisfy the filters. Near-duplicates and withdrawn images may count. Pages end at 1,000 images, so 1,000 stands for 1,000 or more. */
            reachable: number;
            /** @description To get the next page, send the same request again with this `cursor`. `k` may differ. It is valid for an hour and only for the same account. Null on the last page. While the index does not change, pages neither repeat nor skip an image. After a change, no image appears twice; a new image may appear at its rank among the remaining ones. Pages end at `reachable` images; with words and `sort`, they end with the 100 to 300 images that are sorted. */
            cursor: string | null;
            /**
             * @description Present if the plan reduced `k`.
             * @constant
             */
            k_capped?: true;
            latency_ms: number;
            /** @description Milliseconds that each stage took, if it ran. */
            timing_ms: {
                parse?: number;
                spell?: number;
                encode?: number;
                retrieve: number;
                hydrate?: number;
                rerank?: number;
            };
            /** @enum {string} */
            mode: "text" | "image" | "multimodal" | "none" | "none (degraded)";
            /**
             * @description `none`: no words to rerank by. `degraded`: the reranker was needed but unavailable.
             * @enum {string}
             */
            ranking: "cross_encoder" | "lexical" | "none" | "degraded";
            /**
             * @description Present if the reranker was unavailable: results are in retrieval order.
             * @constant
             */
            degraded?: true;
            /** @description Defaults and filters from the words that not every result on this page satisfies, because too few images satisfy them and the words. The least important comes first. Filters in the request are never relaxed. Images that fail a default come last. */
            relaxed?: string[];
            /** @description Present if `parse_design` was true. */
            applied_design?: {
                /** @description All filters from the words, except those that contradict a filter in the request. They may be relaxed. */
                filters: {
                    /**
                     * Brightness
                     * @description Overall brightness from 0 (black) to 1 (white), inclusive; 0.35 or less is dark, 0.65 or more is bright.
                     */
                    luminance_min?: number;
                    /**
                     * Brightness
                     * @description Overall brightness from 0 (black) to 1 (white), inclusive; 0.35 or less is dark, 0.65 or more is bright.
                     */
                    luminance_max?: number;
                    /**
                     * Colour
                     * @description `true`: only images without colour, or in a single tone such as sepia; `false`: only images in colour.
                     */
                    monochrome?: boolean;
                    /**
                     * Saturation
                     * @description How strong the colours are, from 0 (grey) to 1 (as strong as a screen shows), inclusive; 0.1 or less is muted, 0.25 or more is vivid. A white ground does not count.
                     */
                    saturation_min?: number;
                    /**
                     * Saturation
                     * @description How strong the colours are, from 0 (grey) to 1 (as strong as a screen shows), inclusive; 0.1 or less is muted, 0.25 or more is vivid. A white ground does not count.
                     */
                    saturation_max?: number;
                    /**
                     * Faces
                     * @description Detected faces, inclusive; at most 0 for images in which nobody faces the camera.
                     */
                    faces_min?: number;
                    /**
                     * Faces
                     * @description Detected faces, inclusive; at most 0 for images in which nobody faces the camera.
                     */
                    faces_max?: number;
                    /**
                     * Shape
                     * @description Width divided by height, inclusive.
                     */
                    aspect_min?: number;
                    /**
                     * Shape
                     * @description Width divided by height, inclusive.
                     */
                    aspect_max?: number;
                    /**
                     * Resolution
                     * @description Megapixels of the original, inclusive.
                     */
                    resolution_min?: number;
                    /**
                     * Clean space
                     * @description Clean space for text on any of these sides. Name each side once.
                     */
                    neg_space_any?: ("left" | "right" | "top" | "bottom")[];
                    /**
                     * Preferred colour
                     * @description Prefers images with this colour, such as `#c0392b`, but leaves out none.
                     */
                    palette_near?: string;
                    /**
                     * Commercial use
                     * @description `true`: only images that permit commercial use.
                     */
                    commercial?: boolean;
                    /**
                     * Changes allowed
                     * @description `true`: only images that may be published in a changed version: cropped, recoloured, combined.
                     */
                    derivatives?: boolean;
                    /**
                     * Credit
                     * @description `false`: only images that need no credit line.
                     */
                    attribution_required?: boolean;
                    /**
                     * Licence
                     * @description Normalised licence codes, such as `cc0` or `cc-by-4.0`; a port of a Creative Commons licence ends with its jurisdiction: `cc-by-sa-3.0-de`. An unknown code is refused, and the error lists all codes.
                     */
                    license_any?: string[];
                    /**
                     * Date
                     * @description When the image was made, inclusive: a year, a month, a day or a moment (ISO 8601), such as `2024`, `2024-05` or `2024-05-01T10:00`. If the date of an image is a year or a month, all of it must lie within. Time zones are ignored.
                     */
                    created_from?: string;
                    /**
                     * Date
                     * @description When the image was made, inclusive: a year, a month, a day or a moment (ISO 8601), such as `2024`, `2024-05` or `2024-05-01T10:00`. If the date of an image is a year or a month, all of it must lie within. Time zones are ignored.
                     */
                    created_to?: string;
                };
                /** @description The parts of the query that were understood, in the order of the query. */
                phrases: {
                    /** @description As written in the query. */
                    text: string;
                    /** @description Its start in `query`, in UTF-16 code units. */
                    start: number;
                    /** @description Its end, exclusive. */
                    end: number;
                    /** @description Empty if the words only exclude something: "not dark". */
                    filters: {
                        /**
                         * Brightness
                         * @description Overall brightness from 0 (black) to 1 (white), inclusive; 0.35 or less is dark, 0.65 or more is bright.
                         */
                        luminance_min?: number;
                        /**
                         * Brightness
                         * @description Overall brightness from 0 (black) to 1 (white), inclusive; 0.35 or less is dark, 0.65 or more is bright.
                         */
                        luminance_max?: number;
                        /**
                         * Colour
                         * @description `true`: only images without colour, or in a single tone such as sepia; `false`: only images in colour.
                         */
                        monochrome?: boolean;
                        /**
                         * Saturation
                         * @description How strong the colours are, from 0 (grey) to 1 (as strong as a screen shows), inclusive; 0.1 or less is muted, 0.25 or more is vivid. A white ground does not count.
                         */
                        saturation_min?: number;
                        /**
                         * Saturation
                         * @description How strong the colours are, from 0 (grey) to 1 (as strong as a screen shows), inclusive; 0.1 or less is muted, 0.25 or more is vivid. A white ground does not count.
                         */
                        saturation_max?: number;
                        /**
                         * Faces
                         * @description Detected faces, inclusive; at most 0 for images in which nobody faces the camera.
                         */
                        faces_min?: number;
                        /**
                         * Faces
                         * @description Detected faces, inclusive; at most 0 for images in which nobody faces the camera.
                         */
                        faces_max?: number;
                        /**
                         * Shape
                         * @description Width divided by height, inclusive.
                         */
                        aspect_min?: number;
                        /**
                         * Shape
                         * @description Width divided by height, inclusive.
                         */
                        aspect_max?: number;
                        /**
                         * Resolution
                         * @description Megapixels of the original, inclusive.
                         */
                        resolution_min?: number;
                        /**
                         * Clean space
                         * @description Clean space for text on any of these sides. Name each side once.
                         */
                        neg_space_any?: ("left" | "right" | "top" | "bottom")[];
                        /**
                         * Preferred colour
                         * @description Prefers images with this colour, such as `#c0392b`, but leaves out none.
                         */
                        palette_near?: string;
                        /**
                         * Commercial use
                         * @description `true`: only images that permit commercial use.
                         */
                        commercial?: boolean;
                        /**
                         * Changes allowed
                         * @description `true`: only images that may be published in a changed version: cropped, recoloured, combined.
                         */
                        derivatives?: boolean;
                        /**
                         * Credit
                         * @description `false`: only images that need no credit line.
                         */
                        attribution_required?: boolean;
                        /**
                         * Licence
                         * @description Normalised licence codes, such as `cc0` or `cc-by-4.0`; a port of a Creative Commons licence ends with its jurisdiction: `cc-by-sa-3.0-de`. An unknown code is refused, and the error lists all codes.
                         */
                        license_any?: string[];
                        /**
                         * Date
                         * @description When the image was made, inclusive: a year, a month, a day or a moment (ISO 8601), such as `2024`, `2024-05` or `2024-05-01T10:00`. If the date of an image is a year or a month, all of it must lie within. Time zones are ignored.
                         */
                        created_from?: string;
                        /**
                         * Date
                         * @description When the image was made, inclusive: a year, a month, a day or a moment (ISO 8601), such as `2024`, `2024-05` or `2024-05-01T10:00`. If the date of an image is a year or a month, all of it must lie within. Time zones are ignored.
                         */
                        created_to?: string;
                    };
                }[];
                /** @description What the query rules out in words: "no cats", "not a dog", "-red". Images whose title, tags or description contain all words of an entry are left out. This is never relaxed. */
                excluded: string[];
                /** @description The remaining words to search for; empty if all words became filters. */
                query: string;
            };
            /** @description Words that neither the collection nor a dictionary knows, and what was searched for instead: similar words of the collection or, if it has none, of the dictionary. Absent from `/v1/similar`. With `exact` nothing is corrected. */
            corrections?: {
                /** @description As written in the query: one word, or two that were joined. */
                from: string;
                /** @description What was searched for instead: one word, or two if a word was split. */
                to: string;
            }[];
            /** @description Words of other languages and emoji, and what was searched for instead. Absent from `/v1/similar`. With `exact` nothing is translated. */
            translations?: {
                /** @description As written in the query: a word, a phrase or an emoji. */
                from: string;
                /** @description The English that was searched for instead. */
                to: string;
                /** @description The language of `from`, as a BCP 47 tag; `und-Zsye` for an emoji. */
                lang: string;
            }[];
            /** @description Words that were searched for and that neither the captions of the collection nor a dictionary knows. Absent from `/v1/similar`. */
            unmatched?: string[];
            /** @description A query to suggest: with guesses for the words in `unmatched` or, with `exact`, with corrections. Null if there is none. Absent from `/v1/similar`. */
            did_you_mean?: string | null;
            /**
             * @description Present if the spelling could not be checked: the query was searched as written. Absent from `/v1/similar`.
             * @constant
             */
            spelling_unchecked?: true;
            /** @description Candidates before the cut-off. */
            pool_size: number;
            /** @description Candidates that the reranker scored. */
            reranked: number;
            /** @description The most frequent values (at most 20) of each property in `facets` of the request, most frequent first. They are counted among the `pool_size` images that satisfy the filters and answer best, including those below `min_score`; near-duplicates count once. Unknown values are not counted. Values of `creator` and `tags` are in lower case. Absent unless requested. */
            facets?: {
                [key: string]: {
                    /** @description The value, as the filter on this property accepts it. */
                    value: string;
                    /** @description Number of images that have it. */
                    count: number;
                }[];
            };
            /** @enum {string} */
            backend: "lancedb" | "qdrant";
            /** @description Best first, or in the order of `sort`. */
            results: components["schemas"]["Result"][];
        };
        /** @description One image of an answer. */
        Result: {
            /** @description `<source>:<id>` */
            asset_id: string;
            title: string;
            /** @description Tags from the source; empty if it gives none. */
            tags: string[];
            /** @description Who made the image, as the source names them; null is unknown. */
            creator: string | null;
            /** @description The collection that the image comes from. */
            source: string;
            /** @description Whether it is known to be generated, in whole or in part. Also `false` if nobody says how it was made: `provenance.ai` tells the two apart. */
            ai_generated: boolean;
            /** @description How the image was made, according to its source and its file. */
            provenance: {
                /** @description Whether a model or an algorithm made the image or a part of it; null is unknown, never "no". */
                ai: boolean | null;
                /** @description Term of [IPTC's digital source types](http://cv.iptc.org/newscodes/digitalsourcetype/), such as `trainedAlgorithmicMedia`. */
                kind: string | null;
                /** @description Who says so; null if nobody says anything. */
                evidence: ("c2pa" | "xmp" | "source" | "declared") | null;
                /** @description All statements, even if they disagree. The first one decides: any "generated" comes before every "not generated". */
                statements: {
                    /**
                     * @description `c2pa`: Content Credentials in the file. `xmp`: an IPTC field in its XMP. `source`: its collection. `declared`: the table that it was ingested with.
                     * @enum {string}
                     */
                    evidence: "c2pa" | "xmp" | "source" | "declared";
                    /** @description Whether a model or an algorithm made the image or a part of it; null is unknown, never "no". */
                    ai: boolean | null;
                    /** @description Term of [IPTC's digital source types](http://cv.iptc.org/newscodes/digitalsourcetype/), such as `trainedAlgorithmicMedia`. */
                    kind: string | null;
                }[];
                /** @description State of the Content Credentials (C2PA): `valid`, `untrusted` (unchanged, but the operator does not trust the signer), or `invalid` (the file or its credentials were changed). Null if there are none, or they cannot be checked. */
                signature: ("valid" | "invalid" | "untrusted") | null;
                /** @description The program that wrote the Content Credentials. */
                claim_generator: string | null;
                /** @description When the Content Credentials say that the image was made. */
                created_at: string | null;
            };
            /** @description Pixels. */
            width: number;
            /** @description Pixels. */
            height: number;
            /**
             * Format: uri
             * @description Redirects to the file. Follow the redirect; do not store its target. With `?v=credited`, the file carries its credit.
             */
            file: string;
            /**
             * Format: uri
             * @description The same image, at most 400 pixels on the longest edge.
             */
            thumb: string;
            /** @description As in `rights`. */
            license: string;
            /** @description When the image was made: a year, a month, a day or a moment (ISO 8601); null is unknown. */
            created_at: string | null;
            /** @description Whether models may be trained with it, according to PLUS Data Mining, a TDM reservation or its source; null is unknown. */
            training: boolean | null;
            /** @description Releases, according to PLUS fields or the source. */
            releases: {
                /** @description Whether the people in it have agreed; null is unknown. */
                model: boolean | null;
                /** @description Whether the owners of what it shows have agreed; null is unknown. */
                property: boolean | null;
            };
            /** @description Whether it is for editorial use only; null is unknown. */
            editorial_only: boolean | null;
            /** @description Whether its source marks it as unfit for everyone; null is unknown. */
            sensitive: boolean | null;
            /** @description Where to get a licence (PLUS Licensor URL, or Web Statement of Rights); null is unknown. */
            licensor_url: string | null;
            rights: components["schemas"]["Rights"];
            cv: components["schemas"]["Signals"];
            /** @description Near-duplicates of this image that satisfy the same filters, at most 10. The one with the best known rights is the result: known before unknown, then fewer forbidden uses and duties, then captioned, then larger. */
            duplicates: components["schemas"]["Duplicate"][];
            /** @description How well the image answers the search. It never rises down the list, unless `sort` orders the results. It estimates the share of equally similar images that a person would accept, so one `min_score` fits all searches of one kind (by words, by image, or by both). A search by filters alone compares nothing. */
            score: number;
            /** @description What matched: its `words`, the `meaning` of its caption, its pixels with the words of the search (`sight`), or its pixels with the image of the search (`image`). Empty in a search by filters alone. */
            matched: ("words" | "meaning" | "sight" | "image")[];
            usable?: components["schemas"]["Usable"];
            /**
             * @description Present if this is the image of the request, perhaps in another size or encoding, or mirrored, according to a hash of 64 bits. Such images come first in a search by an image alone.
             * @constant
             */
            same_image?: true;
            /**
             * @description Present if the image of the request is cut out of this one, perhaps in another size or encoding, according to its corners. Such images come first in a search by an image alone if no result is the same image.
             * @constant
             */
            contains_image?: true;
            /** @description Names of the filters from the words that this image meets. Present if `parse_design` found filters and other words. */
            design_met?: string[];
        };
        /** @description A near-duplicate of a result. `GET /v1/asset/{asset_id}` has all of it. */
        Duplicate: {
            /** @description `<source>:<id>` */
            asset_id: string;
            /** @description The collection that the image comes from. */
            source: string;
            rights: {
                /** @description Normalised licence code; `unknown` if the declaration cannot be read. */
                license: string;
                /** @description Whether commercial use is permitted; null is unknown, never a permission. */
                commercial: boolean | null;
                /** @description Whether a credit line is required; null is unknown, never "no". */
                attribution_required: boolean | null;
                /** @description Whether a changed version may be published; null is unknown, never a permission. */
                derivatives: boolean | null;
                /** @description Whether a changed version must have the same licence, or one that it accepts instead; null is unknown, never "no". */
                share_alike: boolean | null;
            };
        };
        /** @description The full metadata of one asset. */
        Asset: {
            /** @description `<source>:<id>` */
            asset_id: string;
            title: string;
            /** @description Tags from the source; empty if it gives none. */
            tags: string[];
            /** @description Who made the image, as the source names them; null is unknown. */
            creator: string | null;
            /** @description The collection that the image comes from. */
            source: string;
            /** @description Whether it is known to be generated, in whole or in part. Also `false` if nobody says how it was made: `provenance.ai` tells the two apart. */
            ai_generated: boolean;
            /** @description How the image was made, according to its source and its file. */
            provenance: {
                /** @description Whether a model or an algorithm made the image or a part of it; null is unknown, never "no". */
                ai: boolean | null;
                /** @description Term of [IPTC's digital source types](http://cv.iptc.org/newscodes/digitalsourcetype/), such as `trainedAlgorithmicMedia`. */
                kind: string | null;
                /** @description Who says so; null if nobody says anything. */
                evidence: ("c2pa" | "xmp" | "source" | "declared") | null;
                /** @description All statements, even if they disagree. The first one decides: any "generated" comes before every "not generated". */
                statements: {
                    /**
                     * @description `c2pa`: Content Credentials in the file. `xmp`: an IPTC field in its XMP. `source`: its collection. `declared`: the table that it was ingested with.
                     * @enum {string}
                     */
                    evidence: "c2pa" | "xmp" | "source" | "declared";
                    /** @description Whether a model or an algorithm made the image or a part of it; null is unknown, never "no". */
                    ai: boolean | null;
                    /** @description Term of [IPTC's digital source types](http://cv.iptc.org/newscodes/digitalsourcetype/), such as `trainedAlgorithmicMedia`. */
                    kind: string | null;
                }[];
                /** @description State of the Content Credentials (C2PA): `valid`, `untrusted` (unchanged, but the operator does not trust the signer), or `invalid` (the file or its credentials were changed). Null if there are none, or they cannot be checked. */
                signature: ("valid" | "invalid" | "untrusted") | null;
                /** @description The program that wrote the Content Credentials. */
                claim_generator: string | null;
                /** @description When the Content Credentials say that the image was made. */
                created_at: string | null;
            };
            /** @description Pixels. */
            width: number;
            /** @description Pixels. */
            height: number;
            /**
             * Format: uri
             * @description Redirects to the file. Follow the redirect; do not store its target. With `?v=credited`, the file carries its credit.
             */
            file: string;
            /**
             * Format: uri
             * @description The same image, at most 400 pixels on the longest edge.
             */
            thumb: string;
            /** @description As in `rights`. */
            license: string;
            /** @description When the image was made: a year, a month, a day or a moment (ISO 8601); null is unknown. */
            created_at: string | null;
            /** @description Whether models may be trained with it, according to PLUS Data Mining, a TDM reservation or its source; null is unknown. */
            training: boolean | null;
            /** @description Releases, according to PLUS fields or the source. */
            releases: {
                /** @description Whether the people in it have agreed; null is unknown. */
                model: boolean | null;
                /** @description Whether the owners of what it shows have agreed; null is unknown. */
                property: boolean | null;
            };
            /** @description Whether it is for editorial use only; null is unknown. */
            editorial_only: boolean | null;
            /** @description Whether its source marks it as unfit for everyone; null is unknown. */
            sensitive: boolean | null;
            /** @description Where to get a licence (PLUS Licensor URL, or Web Statement of Rights); null is unknown. */
            licensor_url: string | null;
            rights: components["schemas"]["Rights"];
            cv: components["schemas"]["Signals"];
            /** @description A description from the source or the file; empty if neither has one. */
            description: string;
            usable?: components["schemas"]["Usable"];
            /** @description Always null, because a look-up ranks nothing. */
            score: null;
            /** @description Format of the file, such as `png`. */
            format: string;
            /** @description Whether the metadata of the file says where the image was taken or what place it shows (Exif GPS, XMP, IPTC). Null is unknown, for example for a rights holder's own copy. */
            has_location: boolean | null;
            /** @description Whether searches can find it and `/v1/similar` can start from it; null while this is unknown. */
            indexed: boolean | null;
        };
        /** @description Rights as the source declares them. Keep the whole object with an image that you choose. */
        Rights: {
            /** @description Normalised licence code; `unknown` if the declaration cannot be read. */
            license: string;
            /** @description The licence as the source names it. */
            license_verbatim: string;
            /** @description Whether commercial use is permitted; null is unknown, never a permission. */
            commercial: boolean | null;
            /** @description Whether a credit line is required; null is unknown, never "no". */
            attribution_required: boolean | null;
            /** @description Whether a changed version may be published; null is unknown, never a permission. */
            derivatives: boolean | null;
            /** @description Whether a changed version must have the same licence, or one that it accepts instead; null is unknown, never "no". */
            share_alike: boolean | null;
            /** @description Credit line, ready to use: one line of plain text, to be escaped for HTML or Markdown. Null if none is required, and also if the licence is unknown: `attribution_required` tells the two apart. */
            attribution: string | null;
            /** @description The page of the image at its source; empty if the source has none. */
            provenance_url: string;
            /** @description The basis of these statements. */
            basis: string;
            /**
             * @description `host`: the service serves the file. `link`: the file is the rights holder's own copy.
             * @enum {string}
             */
            delivery: "host" | "link";
        };
        /** @description Design-layer signals. */
        Signals: {
            /** @description Main colours, the most frequent first; empty if unknown. */
            palette: string[];
            luminance: number | null;
            /** @description Sides with room for text. Empty if there is none, and also if they are unknown. */
            neg_space: ("left" | "right" | "top" | "bottom")[];
            faces: number | null;
            /** @description Width over height. */
            aspect: number | null;
            /** @description What a classifier takes the image for, the likeliest first: a guess. Absent without one. */
            shows?: {
                name: string;
                confidence: number;
            }[];
        };
        /** @description Present if the request has `use`: whether the image may be used for that, according to its licence and its declared facts. This is not legal advice. */
        Usable: {
            /**
             * @description For all purposes together: "no" if any purpose is a "no", else "unknown" if any is unknown. A missing fact is unknown.
             * @enum {string}
             */
            answer: "yes" | "no" | "unknown";
            /** @description What decides. For a "yes": what permits the use, and under which conditions. */
            because: {
                /** @description Such as `license.non_commercial`; more codes may be added. */
                code: string;
                /** @description The reason as a sentence. */
                says: string;
                /**
                 * @description The licence; what else the source or the file declares; what is detected in the pixels.
                 * @enum {string}
                 */
                source: "license" | "declared" | "detected";
            }[];
        };
        /** @description Readiness of each part. It does not guarantee that the next request succeeds. */
        Readiness: {
            /** @description Whether a search would be answered. The reranker is not needed for that. */
            ready: boolean;
            /** Format: date-time */
            checked_at: string;
            services: {
                embedding: {
                    ready: boolean;
                    detail: string;
                    latency_ms: number;
                };
                retrieval: {
                    ready: boolean;
                    detail: string;
                    latency_ms: number;
                };
                reranker: {
                    ready: boolean;
                    detail: string;
                    latency_ms: number;
                };
                rights: {
                    ready: boolean;
                    detail: string;
                    latency_ms: number;
                };
            };
            /** @description Profile of the models; null if embedding does not answer. */
            model: string | null;
            backend: ("lancedb" | "qdrant") | null;
            /** @description Images that can be looked up. */
            assets: number | null;
        };
        /** @description What there is to search; up to a minute old. */
        Collection: {
            /** @description Number of images that a search may find; null for a key that is restricted to licences or uses. */
            images: number | null;
            /** @description The collections, ordered by name, and how many images each has. */
            sources: {
                source: string;
                images: number | null;
            }[];
            /** @description Words for what many images of a sample show, most frequent first; at most 12. */
            words: string[];
            /** @description Colours of many images of a sample, as hex, most frequent first; at most 8. */
            colours: string[];
            /** @description The collection of the images that this account adds; null for a key without the scope `ingest`. */
            uploads: string | null;
        };
        Pricing: {
            version: string;
            currency: string;
            credits: {
                results_per_credit: number;
                minimum_per_search: number;
                asset_lookup_credits: number;
                reset: string;
            };
            plans: {
                id: string;
                name: string;
                monthly_usd: number | null;
                annual_usd: number | null;
                monthly_credits: number | null;
                image_search: boolean;
                similar_search: boolean;
                max_results: number;
                limits: {
                    rpm: number | null;
                    rpd: number | null;
                    concurrent: number | null;
                };
                support: string;
                credit_packs: boolean;
            }[];
            credit_pack: {
                credits: number;
                usd: number;
                plans: string[];
            };
        };
        /** @description What an account has left, and the outcome of its latest searches. */
        Usage: {
            /** @description The key that asks, and what it may be used for. */
            key: {
                /** Format: uuid */
                key_id: string;
                scopes: ("search" | "similar" | "asset" | "usage" | "ingest" | "account")[];
            };
            plan: string;
            /** @description The billing period; the end is exclusive. Unused plan credits expire then. */
            period: {
                /** Format: date-time */
                start: string;
                /** Format: date-time */
                end: string;
            };
            credits: {
                /** @description Granted for this period by the plan and the operator; null without a limit. */
                granted: number | null;
                /** @description What this period's searches cost, whether plan or packs paid for it. */
                used: number;
                /** @description Reserved for searches in flight. */
                reserved: number;
                /** @description Left for the next searches, including packs; null without a limit. */
                remaining: number | null;
                /** @description Left in packs. They do not expire, and are used last. */
                packs: number;
            };
            /** @description The limits of the plan as they stand, all keys of the account together; those without a figure are absent. */
            windows: {
                /** @enum {string} */
                limit: "rpm" | "rpd" | "concurrent";
                /** @description What the plan allows. */
                quota: number;
                used: number;
                remaining: number;
                /** @description Seconds until some of it comes back; 0 when nothing is used. */
                reset_s: number;
            }[];
            /** @description The latest searches, newest first, including failed ones. */
            searches: {
                query_id: string;
                /** @enum {string} */
                endpoint: "search" | "similar";
                /** @description As it was sent; null if none was sent. */
                idempotency_key: string | null;
                /**
                 * @description `answered` is billed, `failed` never is. `in_flight` becomes one of the two within a minute or so.
                 * @enum {string}
                 */
                status: "in_flight" | "answered" | "failed";
                credits_charged: number;
                /**
                 * Format: date-time
                 * @description When the search began.
                 */
                created_at: string;
            }[];
        };
        /** @description What the searches of each key cost on each day. */
        UsageByDay: {
            /**
             * Format: date
             * @description The first day.
             */
            from: string;
            /**
             * Format: date
             * @description The last day, which is today.
             */
            to: string;
            /** @description Oldest first. A day on which a key was not used is left out. */
            days: {
                /**
                 * Format: date
                 * @description In UTC, when the searches began.
                 */
                date: string;
                /** @description Null for searches from before keys were recorded. */
                key_id: string | null;
                key_name: string | null;
                key_prefix: string | null;
                /** @description That have ended. */
                searches: number;
                /** @description Of the searches. They cost nothing. */
                failed: number;
                credits: number;
            }[];
        };
        /** @description A key of the account. */
        Key: {
            /** Format: uuid */
            key_id: string;
            name: string;
            /** @description How the key begins. */
            prefix: string;
            /** @description What it may be used for. */
            scopes: ("search" | "similar" | "asset" | "usage" | "ingest" | "account")[];
            /** @description The images that it may see; null for all. */
            bounds: {
                sources?: string[];
                licenses?: string[];
                /** @description What the images are for. Each image in the answer then has `usable`. A purpose that you leave out is not checked. */
                usable_for?: {
                    /** @description `true`: the use is mainly meant for profit or payment, such as in something that is sold or that advertises. */
                    commercial?: boolean;
                    /** @description `true`: a changed version is published: cropped, recoloured, merged with others. Another size or format is no change. */
                    modify?: boolean;
                    /** @description `false`: it is shown without a credit. */
                    attribute?: boolean;
                    /** @description `false`: a changed version cannot be published under the licence of the image, or one that it accepts instead. Matters only with `modify`. */
                    share_alike?: boolean;
                    /** @description `true`: models are trained with it. */
                    train_ai?: boolean;
                    /** @description `true`: people can be identified in it, and it advertises or endorses something. */
                    people_identifiable?: boolean;
                    /** @description `true`: the same for private property: a building, a work of art, a brand. */
                    property_identifiable?: boolean;
                };
            } | null;
            /** Format: date-time */
            created_at: string;
            /** @description Accurate to about a minute; null if it was never used. */
            last_used_at: string | null;
            /** @description Null if it does not expire. */
            expires_at: string | null;
            revoked_at: string | null;
            /** @description The key that was rotated into this one. */
            replaces: string | null;
            /** @enum {string} */
            state: "live" | "revoked" | "expired";
        };
        /** @description The keys of the account that work now, oldest first. */
        Keys: {
            keys: components["schemas"]["Key"][];
        };
        /** @description A new key. */
        IssuedKey: {
            /** Format: uuid */
            key_id: string;
            name: string;
            /** @description How the key begins. */
            prefix: string;
            /** @description What it may be used for. */
            scopes: ("search" | "similar" | "asset" | "usage" | "ingest" | "account")[];
            /** @description The images that it may see; null for all. */
            bounds: {
                sources?: string[];
                licenses?: string[];
                /** @description What the images are for. Each image in the answer then has `usable`. A purpose that you leave out is not checked. */
                usable_for?: {
                    /** @description `true`: the use is mainly meant for profit or payment, such as in something that is sold or that advertises. */
                    commercial?: boolean;
                    /** @description `true`: a changed version is published: cropped, recoloured, merged with others. Another size or format is no change. */
                    modify?: boolean;
                    /** @description `false`: it is shown without a credit. */
                    attribute?: boolean;
                    /** @description `false`: a changed version cannot be published under the licence of the image, or one that it accepts instead. Matters only with `modify`. */
                    share_alike?: boolean;
                    /** @description `true`: models are trained with it. */
                    train_ai?: boolean;
                    /** @description `true`: people can be identified in it, and it advertises or endorses something. */
                    people_identifiable?: boolean;
                    /** @description `true`: the same for private property: a building, a work of art, a brand. */
                    property_identifiable?: boolean;
                };
            } | null;
            /** Format: date-time */
            created_at: string;
            /** @description Accurate to about a minute; null if it was never used. */
            last_used_at: string | null;
            /** @description Null if it does not expire. */
            expires_at: string | null;
            revoked_at: string | null;
            /** @description The key that was rotated into this one. */
            replaces: string | null;
            /** @enum {string} */
            state: "live" | "revoked" | "expired";
            /** @description The key itself. It is shown only this once. */
            key: string;
        };
        /** @description Every error has this shape. */
        Error: {
            detail: components["schemas"]["Fault"][];
            /** @description Identifies the request in the log of the service; also in `X-Request-Id`. */
            request_id: string;
        };
        /** @description One fault. */
        Fault: {
            /** @description Path to the fault, outermost first; an array index is a number. */
            loc: (string | number)[];
            /** @description For a person. */
            msg: string;
            /** @description For a program; it does not change. */
            type: string;
            /** @description The value that was sent, if it is short; never an image or a key. */
            input: unknown;
            /** @description Facts that help to correct the request. */
            ctx: {
                [key: string]: unknown;
            };
        };
    };
    responses: {
        /** @description This address does not exist. */
        RouteNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    detail?: {
                        /** @enum {string} */
                        type?: "route_not_found";
                    }[];
                };
            };
        };
        /** @description The address does not support this method. */
        MethodNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    detail?: {
                        /** @enum {string} */
                        type?: "method_not_allowed";
                    }[];
                };
            };
        };
        /** @description The methods that an address takes. */
        Options: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /** @description What to search for, in words. Without words and without an image, the search finds every image that satisfies the filters, newest first unless `sort` or a colour orders them. White space around the words is removed. */
        "Search.query": string;
        /** @description Public https address of such an image. Send either this or `image_base64`. */
        "Search.image_url": string;
        /** @description Number of results wanted. If it is above the plan's `max_results`, that applies instead, and `k_capped` is set. */
        "Search.k": number;
        /** @description Leaves out results whose `score` is lower; `auto` leaves out those below the `strong_score` of the answer. An answer may then have fewer than `k` results, or none. */
        "Search.min_score": number | "auto";
        /** @description The `cursor` of an answer, to get its next page. The other fields must be the same as in the request for that answer; only `k` may differ. A page is billed like a search of that many results. */
        "Search.cursor": string;
        /** @description Orders the results by date instead of by how well they answer. With words or an image, only the most relevant images are ordered (`min_score` leaves fewer). Without, all images that satisfy the filters are ordered. Images whose date is unknown come last, and a year or a month counts as its first day. */
        "Search.sort": "newest" | "oldest";
        /** @description Properties whose values `facets` in the answer counts. */
        "Search.facets": ("license" | "source" | "creator" | "tags" | "orientation")[];
        /** @description Leaves out images that are not known to be usable for all purposes of `use`. The next results take their places. */
        "Search.usable_only": boolean;
        /** @description Turns what the query says about the look and the permitted use of an image into filters, and searches for the remaining words. `applied_design` reports both. A filter in `filters` takes precedence over one from the words. */
        "Search.parse_design": boolean;
        /** @description Searches for the words exactly as written. By default, misspelt words are corrected, joined or split, and `corrections` lists them; words of other languages and emoji are translated, and `translations` lists them. */
        "Search.exact": boolean;
        /** @description The language of `query` as a BCP 47 tag, such as `de` or `pt-BR`. Its words are then translated even if they are also English words: "chat" in French is a cat. Without `lang`, only words that neither the collection nor English has are translated, and `Accept-Language` decides between languages that share a word. Known languages are `de`, `es`, `fr`, `it`, `ja`, `ko`, `nl`, `pl`, `pt`, `ru`, `uk`, `zh`; any other language changes nothing. */
        "Search.lang": string;
        /** @description Overall brightness from 0 (black) to 1 (white), inclusive; 0.35 or less is dark, 0.65 or more is bright. */
        "Search.luminance_min": number;
        /** @description Overall brightness from 0 (black) to 1 (white), inclusive; 0.35 or less is dark, 0.65 or more is bright. */
        "Search.luminance_max": number;
        /** @description `true`: only images without colour, or in a single tone such as sepia; `false`: only images in colour. */
        "Search.monochrome": boolean;
        /** @description How strong the colours are, from 0 (grey) to 1 (as strong as a screen shows), inclusive; 0.1 or less is muted, 0.25 or more is vivid. A white ground does not count. */
        "Search.saturation_min": number;
        /** @description How strong the colours are, from 0 (grey) to 1 (as strong as a screen shows), inclusive; 0.1 or less is muted, 0.25 or more is vivid. A white ground does not count. */
        "Search.saturation_max": number;
        /** @description Detected faces, inclusive; at most 0 for images in which nobody faces the camera. */
        "Search.faces_min": number;
        /** @description Detected faces, inclusive; at most 0 for images in which nobody faces the camera. */
        "Search.faces_max": number;
        /** @description Width divided by height, inclusive. */
        "Search.aspect_min": number;
        /** @description Width divided by height, inclusive. */
        "Search.aspect_max": number;
        /** @description A square has an aspect within 5 % of 1. */
        "Search.orientation": "landscape" | "portrait" | "square";
        /** @description Megapixels of the original, inclusive. */
        "Search.resolution_min": number;
        /** @description Clean space for text on any of these sides. Name each side once. */
        "Search.neg_space_any": ("left" | "right" | "top" | "bottom")[];
        /** @description Prefers images with this colour, such as `#c0392b`, but leaves out none. */
        "Search.palette_near": string;
        /** @description `true`: only images that permit commercial use. */
        "Search.commercial": boolean;
        /** @description `true`: only images that may be published in a changed version: cropped, recoloured, combined. */
        "Search.derivatives": boolean;
        /** @description `false`: only images that need no credit line. */
        "Search.attribution_required": boolean;
        /** @description `false`: only images whose changed versions may have any licence. */
        "Search.share_alike": boolean;
        /** @description Normalised licence codes, such as `cc0` or `cc-by-4.0`; a port of a Creative Commons licence ends with its jurisdiction: `cc-by-sa-3.0-de`. An unknown code is refused, and the error lists all codes. */
        "Search.license_any": string[];
        /** @description Collections. One that does not exist is refused. */
        "Search.source_any": string[];
        /** @description `true`: only images known to be generated, in whole or in part; `false`: none of them. Unless it is set, they come after all others. */
        "Search.ai_generated": boolean;
        /** @description `true`: only images known to be captures or human work (`provenance.ai` is false). */
        "Search.human_made": boolean;
        /** @description The default, `false`, leaves out images that are known to be sensitive, even if few results remain. `true` includes them along with all others. */
        "Search.sensitive": boolean;
        /** @description When the image was made, inclusive: a year, a month, a day or a moment (ISO 8601), such as `2024`, `2024-05` or `2024-05-01T10:00`. If the date of an image is a year or a month, all of it must lie within. Time zones are ignored. */
        "Search.created_from": string;
        /** @description When the image was made, inclusive: a year, a month, a day or a moment (ISO 8601), such as `2024`, `2024-05` or `2024-05-01T10:00`. If the date of an image is a year or a month, all of it must lie within. Time zones are ignored. */
        "Search.created_to": string;
        /** @description Who made the image: the whole name; case does not matter. */
        "Search.creator": string;
        /** @description Tags of which the image has any, or all: whole tags; case does not matter. */
        "Search.tags_any": string[];
        /** @description Tags of which the image has any, or all: whole tags; case does not matter. */
        "Search.tags_all": string[];
        /** @description `true`: the use is mainly meant for profit or payment, such as in something that is sold or that advertises. */
        "Search.use_commercial": boolean;
        /** @description `true`: a changed version is published: cropped, recoloured, merged with others. Another size or format is no change. */
        "Search.use_modify": boolean;
        /** @description `false`: it is shown without a credit. */
        "Search.use_attribute": boolean;
        /** @description `false`: a changed version cannot be published under the licence of the image, or one that it accepts instead. Matters only with `modify`. */
        "Search.use_share_alike": boolean;
        /** @description `true`: models are trained with it. */
        "Search.use_train_ai": boolean;
        /** @description `true`: people can be identified in it, and it advertises or endorses something. */
        "Search.use_people_identifiable": boolean;
        /** @description `true`: the same for private property: a building, a work of art, a brand. */
        "Search.use_property_identifiable": boolean;
        /**
         * @description Identifies the request in the answer and in the log of the service: 1 to 128 letters, digits and characters of `._:-`. Any other value is replaced by a generated one.
         * @example my-request-1
         */
        RequestId: string;
        /**
         * @description Makes it safe to repeat this request: the first answer is stored for 24 hours and replayed without a charge. A key belongs to the account and the address. After an error, the key can be used again.
         * @example 5f2c8f4e-6f0e-4a53-9b0d-2f3f1f0a7c11
         */
        IdempotencyKey: string;
        /** @example openmoji:1F436 */
        AssetId: string;
        /**
         * @description The `key_id` of `GET /v1/keys`.
         * @example 8d0f7c1e-5b7a-4c52-9d0a-3a51e2f6b714
         */
        KeyId: string;
        /**
         * @description How many days, today included.
         * @example 30
         */
        Days: number;
        /**
         * @description The `query_id` of the answer that contains the image.
         * @example q_0f3d5a6b7c8e9f00112233445566778a
         */
        QueryId: string;
        Token: string;
        /**
         * @description One range of bytes, such as `bytes=0-1023`, `bytes=1024-` or `bytes=-512`. Several ranges, and other forms, are ignored: the answer is then the whole file.
         * @example bytes=0-1023
         */
        Range: string;
        /** @description An `ETag`. If the file has another one, `Range` is ignored and the answer is the whole file. */
        IfRange: string;
        /** @description The `ETag` of the file that the caller already has. */
        IfNoneMatch: string;
        /** @description `thumb`: at most 400 pixels on the longest edge, a JPEG of a JPEG, else a WebP. `view`: a WebP for screens, at most 1,600 pixels on the longest edge; for a GIF, the GIF itself. `credited`: the original with its credit line, its licence and the address of its source added to its metadata (XMP, and IPTC in a JPEG), for a file that leaves the page where it was found. Pixels and other metadata stay as they are. An image with delivery `link` has neither `view` nor `credited`. Omit the parameter for the original. */
        Variant: "thumb" | "view" | "credited";
    };
    requestBodies: never;
    headers: {
        /**
         * @description The caller's `X-Request-Id`, or a generated one. Quote it when you report a problem.
         * @example req_6f1c2b8e0a9d4f57b3c1e2d4
         */
        "X-Request-Id": string;
        "X-Content-Type-Options": "nosniff";
        /**
         * @description Credits charged for this request; 0 for a replayed answer.
         * @example 1
         */
        "X-Credits-Charged": string;
        /**
         * @description Credits left, including packs. Absent on a plan without a limit.
         * @example 4999
         */
        "X-Credits-Remaining": string;
        /**
         * @description Present if this is the stored answer of an earlier request with the same `Idempotency-Key`.
         * @example true
         */
        "Idempotent-Replayed": "true";
        /**
         * @description The limits of the account, each with its quota (`q`) and its window in seconds (`w`): `rpm` and `rpd` are rolling windows, `concurrent` counts requests in progress. Format: draft-ietf-httpapi-ratelimit-headers-11. Absent on a plan without limits.
         * @example "rpm";q=60;w=60, "rpd";q=5000;w=86400, "concurrent";q=4;qu="concurrent-requests"
         */
        "RateLimit-Policy": string;
        /**
         * @description What is left of each limit (`r`), and the seconds until more is available (`t`). In a 429, `Retry-After` is the largest `t` of the limits with `r=0`.
         * @example "rpm";r=59;t=60, "rpd";r=4210;t=812, "concurrent";r=3
         */
        RateLimit: string;
        /** @example private, max-age=300 */
        "Cache-Control": string;
        /**
         * @description Seconds to wait before trying again.
         * @example 2
         */
        "Retry-After": string;
        "WWW-Authenticate": "ApiKey";
        /**
         * @description The methods that this address supports.
         * @example GET, HEAD, OPTIONS
         */
        Allow: string;
        Location: string;
        ETag: string;
        "Accept-Ranges": "bytes";
        /**
         * @description The range of bytes in this answer, and the size of the file.
         * @example bytes 0-1023/52341
         */
        "Content-Range": string;
        "Content-Disposition": string;
        /**
         * @description `invalidated`: the original has Content Credentials (a C2PA manifest), and the credit that `v=credited` writes into its metadata breaks their signature. Absent if the file has none.
         * @example invalidated
         */
        "Content-Credentials": "invalidated";
        "Content-Security-Policy": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    searchByAddress: {
        parameters: {
            query?: {
                /** @description What to search for, in words. Without words and without an image, the search finds every image that satisfies the filters, newest first unless `sort` or a colour orders them. White space around the words is removed. */
                query?: components["parameters"]["Search.query"];
                /** @description Public https address of such an image. Send either this or `image_base64`. */
                image_url?: components["parameters"]["Search.image_url"];
                /** @description Number of results wanted. If it is above the plan's `max_results`, that applies instead, and `k_capped` is set. */
                k?: components["parameters"]["Search.k"];
                /** @description Leaves out results whose `score` is lower; `auto` leaves out those below the `strong_score` of the answer. An answer may then have fewer than `k` results, or none. */
                min_score?: components["parameters"]["Search.min_score"];
                /** @description The `cursor` of an answer, to get its next page. The other fields must be the same as in the request for that answer; only `k` may differ. A page is billed like a search of that many results. */
                cursor?: components["parameters"]["Search.cursor"];
                /** @description Orders the results by date instead of by how well they answer. With words or an image, only the most relevant images are ordered (`min_score` leaves fewer). Without, all images that satisfy the filters are ordered. Images whose date is unknown come last, and a year or a month counts as its first day. */
                sort?: components["parameters"]["Search.sort"];
                /** @description Properties whose values `facets` in the answer counts. */
                facets?: components["parameters"]["Search.facets"];
                /** @description Leaves out images that are not known to be usable for all purposes of `use`. The next results take their places. */
                usable_only?: components["parameters"]["Search.usable_only"];
                /** @description Turns what the query says about the look and the permitted use of an image into filters, and searches for the remaining words. `applied_design` reports both. A filter in `filters` takes precedence over one from the words. */
                parse_design?: components["parameters"]["Search.parse_design"];
                /** @description Searches for the words exactly as written. By default, misspelt words are corrected, joined or split, and `corrections` lists them; words of other languages and emoji are translated, and `translations` lists them. */
                exact?: components["parameters"]["Search.exact"];
                /** @description The language of `query` as a BCP 47 tag, such as `de` or `pt-BR`. Its words are then translated even if they are also English words: "chat" in French is a cat. Without `lang`, only words that neither the collection nor English has are translated, and `Accept-Language` decides between languages that share a word. Known languages are `de`, `es`, `fr`, `it`, `ja`, `ko`, `nl`, `pl`, `pt`, `ru`, `uk`, `zh`; any other language changes nothing. */
                lang?: components["parameters"]["Search.lang"];
                /** @description Overall brightness from 0 (black) to 1 (white), inclusive; 0.35 or less is dark, 0.65 or more is bright. */
                luminance_min?: components["parameters"]["Search.luminance_min"];
                /** @description Overall brightness from 0 (black) to 1 (white), inclusive; 0.35 or less is dark, 0.65 or more is bright. */
                luminance_max?: components["parameters"]["Search.luminance_max"];
                /** @description `true`: only images without colour, or in a single tone such as sepia; `false`: only images in colour. */
                monochrome?: components["parameters"]["Search.monochrome"];
                /** @description How strong the colours are, from 0 (grey) to 1 (as strong as a screen shows), inclusive; 0.1 or less is muted, 0.25 or more is vivid. A white ground does not count. */
                saturation_min?: components["parameters"]["Search.saturation_min"];
                /** @description How strong the colours are, from 0 (grey) to 1 (as strong as a screen shows), inclusive; 0.1 or less is muted, 0.25 or more is vivid. A white ground does not count. */
                saturation_max?: components["parameters"]["Search.saturation_max"];
                /** @description Detected faces, inclusive; at most 0 for images in which nobody faces the camera. */
                faces_min?: components["parameters"]["Search.faces_min"];
                /** @description Detected faces, inclusive; at most 0 for images in which nobody faces the camera. */
                faces_max?: components["parameters"]["Search.faces_max"];
                /** @description Width divided by height, inclusive. */
                aspect_min?: components["parameters"]["Search.aspect_min"];
                /** @description Width divided by height, inclusive. */
                aspect_max?: components["parameters"]["Search.aspect_max"];
                /** @description A square has an aspect within 5 % of 1. */
                orientation?: components["parameters"]["Search.orientation"];
                /** @description Megapixels of the original, inclusive. */
                resolution_min?: components["parameters"]["Search.resolution_min"];
                /** @description Clean space for text on any of these sides. Name each side once. */
                neg_space_any?: components["parameters"]["Search.neg_space_any"];
                /** @description Prefers images with this colour, such as `#c0392b`, but leaves out none. */
                palette_near?: components["parameters"]["Search.palette_near"];
                /** @description `true`: only images that permit commercial use. */
                commercial?: components["parameters"]["Search.commercial"];
                /** @description `true`: only images that may be published in a changed version: cropped, recoloured, combined. */
                derivatives?: components["parameters"]["Search.derivatives"];
                /** @description `false`: only images that need no credit line. */
                attribution_required?: components["parameters"]["Search.attribution_required"];
                /** @description `false`: only images whose changed versions may have any licence. */
                share_alike?: components["parameters"]["Search.share_alike"];
                /** @description Normalised licence codes, such as `cc0` or `cc-by-4.0`; a port of a Creative Commons licence ends with its jurisdiction: `cc-by-sa-3.0-de`. An unknown code is refused, and the error lists all codes. */
                license_any?: components["parameters"]["Search.license_any"];
                /** @description Collections. One that does not exist is refused. */
                source_any?: components["parameters"]["Search.source_any"];
                /** @description `true`: only images known to be generated, in whole or in part; `false`: none of them. Unless it is set, they come after all others. */
                ai_generated?: components["parameters"]["Search.ai_generated"];
                /** @description `true`: only images known to be captures or human work (`provenance.ai` is false). */
                human_made?: components["parameters"]["Search.human_made"];
                /** @description The default, `false`, leaves out images that are known to be sensitive, even if few results remain. `true` includes them along with all others. */
                sensitive?: components["parameters"]["Search.sensitive"];
                /** @description When the image was made, inclusive: a year, a month, a day or a moment (ISO 8601), such as `2024`, `2024-05` or `2024-05-01T10:00`. If the date of an image is a year or a month, all of it must lie within. Time zones are ignored. */
                created_from?: components["parameters"]["Search.created_from"];
                /** @description When the image was made, inclusive: a year, a month, a day or a moment (ISO 8601), such as `2024`, `2024-05` or `2024-05-01T10:00`. If the date of an image is a year or a month, all of it must lie within. Time zones are ignored. */
                created_to?: components["parameters"]["Search.created_to"];
                /** @description Who made the image: the whole name; case does not matter. */
                creator?: components["parameters"]["Search.creator"];
                /** @description Tags of which the image has any, or all: whole tags; case does not matter. */
                tags_any?: components["parameters"]["Search.tags_any"];
                /** @description Tags of which the image has any, or all: whole tags; case does not matter. */
                tags_all?: components["parameters"]["Search.tags_all"];
                /** @description `true`: the use is mainly meant for profit or payment, such as in something that is sold or that advertises. */
                use_commercial?: components["parameters"]["Search.use_commercial"];
                /** @description `true`: a changed version is published: cropped, recoloured, merged with others. Another size or format is no change. */
                use_modify?: components["parameters"]["Search.use_modify"];
                /** @description `false`: it is shown without a credit. */
                use_attribute?: components["parameters"]["Search.use_attribute"];
                /** @description `false`: a changed version cannot be published under the licence of the image, or one that it accepts instead. Matters only with `modify`. */
                use_share_alike?: components["parameters"]["Search.use_share_alike"];
                /** @description `true`: models are trained with it. */
                use_train_ai?: components["parameters"]["Search.use_train_ai"];
                /** @description `true`: people can be identified in it, and it advertises or endorses something. */
                use_people_identifiable?: components["parameters"]["Search.use_people_identifiable"];
                /** @description `true`: the same for private property: a building, a work of art, a brand. */
                use_property_identifiable?: components["parameters"]["Search.use_property_identifiable"];
            };
            header?: {
                /**
                 * @description Identifies the request in the answer and in the log of the service: 1 to 128 letters, digits and characters of `._:-`. Any other value is replaced by a generated one.
                 * @example my-request-1
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes it safe to repeat this request: the first answer is stored for 24 hours and replayed without a charge. A key belongs to the account and the address. After an error, the key can be used again.
                 * @example 5f2c8f4e-6f0e-4a53-9b0d-2f3f1f0a7c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The images found, best first. A search that finds nothing is answered too, and costs the minimum. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchAnswer"];
                };
            };
            /** @description The request is not valid HTTP, or its path cannot be decoded. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_malformed";
                        }[];
                    };
                };
            };
            /**
             * @description The request carries no API key.
             *
             *     The API key is malformed, unknown, revoked or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "auth_missing" | "auth_invalid";
                        }[];
                    };
                };
            };
            /** @description Too few credits are left. `ctx.needed` and `ctx.remaining` count them; `ctx.reset_at` says when the next billing period starts. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "credits_exhausted";
                        }[];
                    };
                };
            };
            /**
             * @description The key lacks the scope that `ctx.scope` names.
             *
             *     The plan that `ctx.plan` names does not include the feature that `ctx.feature` names.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "scope_missing" | "plan_feature_missing";
                        }[];
                    };
                };
            };
            /** @description The headers (10 s) or the body (60 s) did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_timeout";
                        }[];
                    };
                };
            };
            /** @description The first request with this Idempotency-Key is not answered yet. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "idempotency_in_flight";
                        }[];
                    };
                };
            };
            /**
             * @description A value in the request is not allowed. Each fault has its own type, listed below.
             *
             *     This Idempotency-Key was sent with another body within the last 24 hours.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "missing" | "extra_forbidden" | "string_type" | "number_type" | "int_type" | "boolean_type" | "array_type" | "object_type" | "string_too_short" | "string_too_long" | "array_too_short" | "array_too_long" | "greater_than" | "greater_than_equal" | "less_than_equal" | "enum" | "string_pattern_mismatch" | "range_empty" | "not_unique" | "cursor_invalid" | "cursor_mismatch" | "cursor_expired" | "too_many_faults" | "base64_invalid" | "mutually_exclusive" | "image_url_forbidden" | "image_url_unreachable" | "image_too_large" | "image_format" | "image_too_many_pixels" | "image_unreadable" | "image_too_complex" | "idempotency_mismatch";
                        }[];
                    };
                };
            };
            /** @description A limit of the plan is reached. `ctx.limit` names it: `rpm`, `rpd` or `concurrent`. Nothing was done or billed. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "rate_limited";
                        }[];
                    };
                };
            };
            /** @description The request line and the headers together are larger than 16 KiB. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "headers_too_large";
                        }[];
                    };
                };
            };
            /** @description The service failed. Its log has the cause under `request_id`. Nothing was billed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "internal";
                        }[];
                    };
                };
            };
            /**
             * @description Too much work is waiting to be done in time. Nothing was billed.
             *
             *     A part of the service is down. Nothing was billed, unless `ctx.billed` is `unknown`: then the search was done, and the database became unavailable before it confirmed the charge.
             *
             *     The index was filled by another model than the one running, because the operator is changing one of them. Nothing was billed.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "overloaded" | "dependency_unavailable" | "model_mismatch";
                        }[];
                    };
                };
            };
            /** @description The answer was not ready in time. Nothing was billed. */
            504: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "deadline_exceeded";
                        }[];
                    };
                };
            };
        };
    };
    search: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in the answer and in the log of the service: 1 to 128 letters, digits and characters of `._:-`. Any other value is replaced by a generated one.
                 * @example my-request-1
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes it safe to repeat this request: the first answer is stored for 24 hours and replayed without a charge. A key belongs to the account and the address. After an error, the key can be used again.
                 * @example 5f2c8f4e-6f0e-4a53-9b0d-2f3f1f0a7c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchRequest"];
            };
        };
        responses: {
            /** @description The images found, best first. A search that finds nothing is answered too, and costs the minimum. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchAnswer"];
                };
            };
            /**
             * @description The request is not valid HTTP, or its path cannot be decoded.
             *
             *     The body is not valid JSON.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_malformed" | "json_invalid";
                        }[];
                    };
                };
            };
            /**
             * @description The request carries no API key.
             *
             *     The API key is malformed, unknown, revoked or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "auth_missing" | "auth_invalid";
                        }[];
                    };
                };
            };
            /** @description Too few credits are left. `ctx.needed` and `ctx.remaining` count them; `ctx.reset_at` says when the next billing period starts. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "credits_exhausted";
                        }[];
                    };
                };
            };
            /**
             * @description The key lacks the scope that `ctx.scope` names.
             *
             *     The plan that `ctx.plan` names does not include the feature that `ctx.feature` names.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "scope_missing" | "plan_feature_missing";
                        }[];
                    };
                };
            };
            /** @description The headers (10 s) or the body (60 s) did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_timeout";
                        }[];
                    };
                };
            };
            /** @description The first request with this Idempotency-Key is not answered yet. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "idempotency_in_flight";
                        }[];
                    };
                };
            };
            /** @description The body is larger than `ctx.bytes_max`, as sent or after decompression: 8 MiB for a search on a plan with `image_search`, with 64 KiB for everything except `image_base64`; 36 MiB to add an image; 256 KiB to edit one; 64 KiB for any other request. A compressed body above 16 KiB may decompress to ten times its size. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "body_too_large";
                        }[];
                    };
                };
            };
            /** @description The body is not JSON, or its charset or content encoding is not supported. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "content_type_unsupported";
                        }[];
                    };
                };
            };
            /**
             * @description A value in the request is not allowed. Each fault has its own type, listed below.
             *
             *     This Idempotency-Key was sent with another body within the last 24 hours.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "missing" | "extra_forbidden" | "string_type" | "number_type" | "int_type" | "boolean_type" | "array_type" | "object_type" | "string_too_short" | "string_too_long" | "array_too_short" | "array_too_long" | "greater_than" | "greater_than_equal" | "less_than_equal" | "enum" | "string_pattern_mismatch" | "range_empty" | "not_unique" | "cursor_invalid" | "cursor_mismatch" | "cursor_expired" | "json_too_deep" | "json_too_many_values" | "too_many_faults" | "base64_invalid" | "mutually_exclusive" | "image_url_forbidden" | "image_url_unreachable" | "image_too_large" | "image_format" | "image_too_many_pixels" | "image_unreadable" | "image_too_complex" | "idempotency_mismatch";
                        }[];
                    };
                };
            };
            /** @description A limit of the plan is reached. `ctx.limit` names it: `rpm`, `rpd` or `concurrent`. Nothing was done or billed. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "rate_limited";
                        }[];
                    };
                };
            };
            /** @description The request line and the headers together are larger than 16 KiB. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "headers_too_large";
                        }[];
                    };
                };
            };
            /** @description The service failed. Its log has the cause under `request_id`. Nothing was billed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "internal";
                        }[];
                    };
                };
            };
            /**
             * @description Too much work is waiting to be done in time. Nothing was billed.
             *
             *     A part of the service is down. Nothing was billed, unless `ctx.billed` is `unknown`: then the search was done, and the database became unavailable before it confirmed the charge.
             *
             *     The index was filled by another model than the one running, because the operator is changing one of them. Nothing was billed.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "overloaded" | "dependency_unavailable" | "model_mismatch";
                        }[];
                    };
                };
            };
            /** @description The answer was not ready in time. Nothing was billed. */
            504: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "deadline_exceeded";
                        }[];
                    };
                };
            };
        };
    };
    findSimilar: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in the answer and in the log of the service: 1 to 128 letters, digits and characters of `._:-`. Any other value is replaced by a generated one.
                 * @example my-request-1
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes it safe to repeat this request: the first answer is stored for 24 hours and replayed without a charge. A key belongs to the account and the address. After an error, the key can be used again.
                 * @example 5f2c8f4e-6f0e-4a53-9b0d-2f3f1f0a7c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SimilarRequest"];
            };
        };
        responses: {
            /** @description The images found, best first. A search that finds nothing is answered too, and costs the minimum. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchAnswer"];
                };
            };
            /**
             * @description The request is not valid HTTP, or its path cannot be decoded.
             *
             *     The body is not valid JSON.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_malformed" | "json_invalid";
                        }[];
                    };
                };
            };
            /**
             * @description The request carries no API key.
             *
             *     The API key is malformed, unknown, revoked or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "auth_missing" | "auth_invalid";
                        }[];
                    };
                };
            };
            /** @description Too few credits are left. `ctx.needed` and `ctx.remaining` count them; `ctx.reset_at` says when the next billing period starts. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "credits_exhausted";
                        }[];
                    };
                };
            };
            /**
             * @description The key lacks the scope that `ctx.scope` names.
             *
             *     The plan that `ctx.plan` names does not include the feature that `ctx.feature` names.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "scope_missing" | "plan_feature_missing";
                        }[];
                    };
                };
            };
            /** @description The asset is not in the index, so nothing can be compared with it. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "seed_not_indexed";
                        }[];
                    };
                };
            };
            /** @description The headers (10 s) or the body (60 s) did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_timeout";
                        }[];
                    };
                };
            };
            /** @description The first request with this Idempotency-Key is not answered yet. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "idempotency_in_flight";
                        }[];
                    };
                };
            };
            /** @description The body is larger than `ctx.bytes_max`, as sent or after decompression: 8 MiB for a search on a plan with `image_search`, with 64 KiB for everything except `image_base64`; 36 MiB to add an image; 256 KiB to edit one; 64 KiB for any other request. A compressed body above 16 KiB may decompress to ten times its size. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "body_too_large";
                        }[];
                    };
                };
            };
            /** @description The body is not JSON, or its charset or content encoding is not supported. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "content_type_unsupported";
                        }[];
                    };
                };
            };
            /**
             * @description A value in the request is not allowed. Each fault has its own type, listed below.
             *
             *     This Idempotency-Key was sent with another body within the last 24 hours.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "missing" | "extra_forbidden" | "string_type" | "number_type" | "int_type" | "boolean_type" | "array_type" | "object_type" | "string_too_short" | "string_too_long" | "array_too_short" | "array_too_long" | "greater_than" | "greater_than_equal" | "less_than_equal" | "enum" | "string_pattern_mismatch" | "range_empty" | "not_unique" | "cursor_invalid" | "cursor_mismatch" | "cursor_expired" | "json_too_deep" | "json_too_many_values" | "too_many_faults" | "idempotency_mismatch";
                        }[];
                    };
                };
            };
            /** @description A limit of the plan is reached. `ctx.limit` names it: `rpm`, `rpd` or `concurrent`. Nothing was done or billed. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "rate_limited";
                        }[];
                    };
                };
            };
            /** @description The request line and the headers together are larger than 16 KiB. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "headers_too_large";
                        }[];
                    };
                };
            };
            /** @description The service failed. Its log has the cause under `request_id`. Nothing was billed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "internal";
                        }[];
                    };
                };
            };
            /**
             * @description Too much work is waiting to be done in time. Nothing was billed.
             *
             *     A part of the service is down. Nothing was billed, unless `ctx.billed` is `unknown`: then the search was done, and the database became unavailable before it confirmed the charge.
             *
             *     The index was filled by another model than the one running, because the operator is changing one of them. Nothing was billed.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "overloaded" | "dependency_unavailable" | "model_mismatch";
                        }[];
                    };
                };
            };
            /** @description The answer was not ready in time. Nothing was billed. */
            504: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "deadline_exceeded";
                        }[];
                    };
                };
            };
        };
    };
    getAsset: {
        parameters: {
            query?: {
                /** @description `true`: the use is mainly meant for profit or payment, such as in something that is sold or that advertises. */
                use_commercial?: components["parameters"]["Search.use_commercial"];
                /** @description `true`: a changed version is published: cropped, recoloured, merged with others. Another size or format is no change. */
                use_modify?: components["parameters"]["Search.use_modify"];
                /** @description `false`: it is shown without a credit. */
                use_attribute?: components["parameters"]["Search.use_attribute"];
                /** @description `false`: a changed version cannot be published under the licence of the image, or one that it accepts instead. Matters only with `modify`. */
                use_share_alike?: components["parameters"]["Search.use_share_alike"];
                /** @description `true`: models are trained with it. */
                use_train_ai?: components["parameters"]["Search.use_train_ai"];
                /** @description `true`: people can be identified in it, and it advertises or endorses something. */
                use_people_identifiable?: components["parameters"]["Search.use_people_identifiable"];
                /** @description `true`: the same for private property: a building, a work of art, a brand. */
                use_property_identifiable?: components["parameters"]["Search.use_property_identifiable"];
            };
            header?: {
                /**
                 * @description Identifies the request in the answer and in the log of the service: 1 to 128 letters, digits and characters of `._:-`. Any other value is replaced by a generated one.
                 * @example my-request-1
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @example openmoji:1F436 */
                asset_id: components["parameters"]["AssetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The asset. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Asset"];
                    "application/ld+json": {
                        /** @constant */
                        "@context": "https://schema.org/";
                        /** @constant */
                        "@type": "ImageObject";
                        /** Format: uri */
                        contentUrl: string;
                        name?: string;
                        /** Format: uri */
                        license?: string;
                        /** Format: uri */
                        acquireLicensePage?: string;
                        creditText?: string;
                        creator?: {
                            name: string;
                        };
                        copyrightNotice?: string;
                    };
                };
            };
            /** @description The request is not valid HTTP, or its path cannot be decoded. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_malformed";
                        }[];
                    };
                };
            };
            /**
             * @description The request carries no API key.
             *
             *     The API key is malformed, unknown, revoked or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "auth_missing" | "auth_invalid";
                        }[];
                    };
                };
            };
            /** @description The key lacks the scope that `ctx.scope` names. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "scope_missing";
                        }[];
                    };
                };
            };
            /** @description No asset has this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "asset_not_found";
                        }[];
                    };
                };
            };
            /** @description The headers (10 s) or the body (60 s) did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_timeout";
                        }[];
                    };
                };
            };
            /** @description A value in the request is not allowed. Each fault has its own type, listed below. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "string_pattern_mismatch" | "boolean_type" | "extra_forbidden" | "array_too_long" | "too_many_faults";
                        }[];
                    };
                };
            };
            /** @description A limit of the plan is reached. `ctx.limit` names it: `rpm`, `rpd` or `concurrent`. Nothing was done or billed. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "rate_limited";
                        }[];
                    };
                };
            };
            /** @description The request line and the headers together are larger than 16 KiB. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "headers_too_large";
                        }[];
                    };
                };
            };
            /** @description The service failed. Its log has the cause under `request_id`. Nothing was billed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "internal";
                        }[];
                    };
                };
            };
            /**
             * @description Too much work is waiting to be done in time. Nothing was billed.
             *
             *     A part of the service is down. Nothing was billed, unless `ctx.billed` is `unknown`: then the search was done, and the database became unavailable before it confirmed the charge.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "overloaded" | "dependency_unavailable";
                        }[];
                    };
                };
            };
            /** @description The answer was not ready in time. Nothing was billed. */
            504: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "deadline_exceeded";
                        }[];
                    };
                };
            };
        };
    };
    deleteAsset: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in the answer and in the log of the service: 1 to 128 letters, digits and characters of `._:-`. Any other value is replaced by a generated one.
                 * @example my-request-1
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @example openmoji:1F436 */
                asset_id: components["parameters"]["AssetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid HTTP, or its path cannot be decoded. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_malformed";
                        }[];
                    };
                };
            };
            /**
             * @description The request carries no API key.
             *
             *     The API key is malformed, unknown, revoked or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "auth_missing" | "auth_invalid";
                        }[];
                    };
                };
            };
            /** @description The key lacks the scope that `ctx.scope` names. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "scope_missing";
                        }[];
                    };
                };
            };
            /** @description No asset has this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "asset_not_found";
                        }[];
                    };
                };
            };
            /** @description The headers (10 s) or the body (60 s) did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_timeout";
                        }[];
                    };
                };
            };
            /** @description A value in the request is not allowed. Each fault has its own type, listed below. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "string_pattern_mismatch" | "extra_forbidden" | "array_too_long" | "too_many_faults";
                        }[];
                    };
                };
            };
            /** @description A limit of the plan is reached. `ctx.limit` names it: `rpm`, `rpd` or `concurrent`. Nothing was done or billed. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "rate_limited";
                        }[];
                    };
                };
            };
            /** @description The request line and the headers together are larger than 16 KiB. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "headers_too_large";
                        }[];
                    };
                };
            };
            /** @description The service failed. Its log has the cause under `request_id`. Nothing was billed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "internal";
                        }[];
                    };
                };
            };
            /**
             * @description Too much work is waiting to be done in time. Nothing was billed.
             *
             *     A part of the service is down. Nothing was billed, unless `ctx.billed` is `unknown`: then the search was done, and the database became unavailable before it confirmed the charge.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "overloaded" | "dependency_unavailable";
                        }[];
                    };
                };
            };
            /** @description The answer was not ready in time. Nothing was billed. */
            504: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "deadline_exceeded";
                        }[];
                    };
                };
            };
        };
    };
    editAsset: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in the answer and in the log of the service: 1 to 128 letters, digits and characters of `._:-`. Any other value is replaced by a generated one.
                 * @example my-request-1
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @example openmoji:1F436 */
                asset_id: components["parameters"]["AssetId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Edit"];
            };
        };
        responses: {
            /** @description The asset. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Asset"];
                };
            };
            /**
             * @description The request is not valid HTTP, or its path cannot be decoded.
             *
             *     The body is not valid JSON.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_malformed" | "json_invalid";
                        }[];
                    };
                };
            };
            /**
             * @description The request carries no API key.
             *
             *     The API key is malformed, unknown, revoked or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "auth_missing" | "auth_invalid";
                        }[];
                    };
                };
            };
            /** @description The key lacks the scope that `ctx.scope` names. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "scope_missing";
                        }[];
                    };
                };
            };
            /** @description No asset has this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "asset_not_found";
                        }[];
                    };
                };
            };
            /** @description The headers (10 s) or the body (60 s) did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_timeout";
                        }[];
                    };
                };
            };
            /** @description The body is larger than `ctx.bytes_max`, as sent or after decompression: 8 MiB for a search on a plan with `image_search`, with 64 KiB for everything except `image_base64`; 36 MiB to add an image; 256 KiB to edit one; 64 KiB for any other request. A compressed body above 16 KiB may decompress to ten times its size. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "body_too_large";
                        }[];
                    };
                };
            };
            /** @description The body is not JSON, or its charset or content encoding is not supported. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "content_type_unsupported";
                        }[];
                    };
                };
            };
            /** @description A value in the request is not allowed. Each fault has its own type, listed below. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "string_pattern_mismatch" | "missing" | "extra_forbidden" | "string_type" | "number_type" | "int_type" | "boolean_type" | "array_type" | "object_type" | "string_too_short" | "string_too_long" | "array_too_short" | "array_too_long" | "greater_than" | "greater_than_equal" | "less_than_equal" | "enum" | "range_empty" | "not_unique" | "cursor_invalid" | "cursor_mismatch" | "cursor_expired" | "json_too_deep" | "json_too_many_values" | "too_many_faults";
                        }[];
                    };
                };
            };
            /** @description A limit of the plan is reached. `ctx.limit` names it: `rpm`, `rpd` or `concurrent`. Nothing was done or billed. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "rate_limited";
                        }[];
                    };
                };
            };
            /** @description The request line and the headers together are larger than 16 KiB. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "headers_too_large";
                        }[];
                    };
                };
            };
            /** @description The service failed. Its log has the cause under `request_id`. Nothing was billed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "internal";
                        }[];
                    };
                };
            };
            /**
             * @description Too much work is waiting to be done in time. Nothing was billed.
             *
             *     A part of the service is down. Nothing was billed, unless `ctx.billed` is `unknown`: then the search was done, and the database became unavailable before it confirmed the charge.
             *
             *     The index was filled by another model than the one running, because the operator is changing one of them. Nothing was billed.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "overloaded" | "dependency_unavailable" | "model_mismatch";
                        }[];
                    };
                };
            };
            /** @description The answer was not ready in time. Nothing was billed. */
            504: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "deadline_exceeded";
                        }[];
                    };
                };
            };
        };
    };
    addAsset: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in the answer and in the log of the service: 1 to 128 letters, digits and characters of `._:-`. Any other value is replaced by a generated one.
                 * @example my-request-1
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Upload"];
            };
        };
        responses: {
            /** @description The account had added this image before. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Asset"];
                };
            };
            /** @description The new asset. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Asset"];
                };
            };
            /**
             * @description The request is not valid HTTP, or its path cannot be decoded.
             *
             *     The body is not valid JSON.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_malformed" | "json_invalid";
                        }[];
                    };
                };
            };
            /**
             * @description The request carries no API key.
             *
             *     The API key is malformed, unknown, revoked or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "auth_missing" | "auth_invalid";
                        }[];
                    };
                };
            };
            /** @description The key lacks the scope that `ctx.scope` names. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "scope_missing";
                        }[];
                    };
                };
            };
            /** @description The headers (10 s) or the body (60 s) did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_timeout";
                        }[];
                    };
                };
            };
            /** @description The body is larger than `ctx.bytes_max`, as sent or after decompression: 8 MiB for a search on a plan with `image_search`, with 64 KiB for everything except `image_base64`; 36 MiB to add an image; 256 KiB to edit one; 64 KiB for any other request. A compressed body above 16 KiB may decompress to ten times its size. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "body_too_large";
                        }[];
                    };
                };
            };
            /** @description The body is not JSON, or its charset or content encoding is not supported. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "content_type_unsupported";
                        }[];
                    };
                };
            };
            /** @description A value in the request is not allowed. Each fault has its own type, listed below. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "missing" | "extra_forbidden" | "string_type" | "number_type" | "int_type" | "boolean_type" | "array_type" | "object_type" | "string_too_short" | "string_too_long" | "array_too_short" | "array_too_long" | "greater_than" | "greater_than_equal" | "less_than_equal" | "enum" | "string_pattern_mismatch" | "range_empty" | "not_unique" | "cursor_invalid" | "cursor_mismatch" | "cursor_expired" | "json_too_deep" | "json_too_many_values" | "too_many_faults" | "base64_invalid" | "image_too_large" | "image_format" | "image_too_many_pixels" | "image_unreadable" | "image_too_complex" | "value_error";
                        }[];
                    };
                };
            };
            /** @description A limit of the plan is reached. `ctx.limit` names it: `rpm`, `rpd` or `concurrent`. Nothing was done or billed. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "rate_limited";
                        }[];
                    };
                };
            };
            /** @description The request line and the headers together are larger than 16 KiB. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "headers_too_large";
                        }[];
                    };
                };
            };
            /** @description The service failed. Its log has the cause under `request_id`. Nothing was billed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "internal";
                        }[];
                    };
                };
            };
            /**
             * @description Too much work is waiting to be done in time. Nothing was billed.
             *
             *     A part of the service is down. Nothing was billed, unless `ctx.billed` is `unknown`: then the search was done, and the database became unavailable before it confirmed the charge.
             *
             *     The index was filled by another model than the one running, because the operator is changing one of them. Nothing was billed.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "overloaded" | "dependency_unavailable" | "model_mismatch";
                        }[];
                    };
                };
            };
            /** @description The answer was not ready in time. Nothing was billed. */
            504: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "deadline_exceeded";
                        }[];
                    };
                };
            };
        };
    };
    getFileOfAnswer: {
        parameters: {
            query?: {
                /** @description `thumb`: at most 400 pixels on the longest edge, a JPEG of a JPEG, else a WebP. `view`: a WebP for screens, at most 1,600 pixels on the longest edge; for a GIF, the GIF itself. `credited`: the original with its credit line, its licence and the address of its source added to its metadata (XMP, and IPTC in a JPEG), for a file that leaves the page where it was found. Pixels and other metadata stay as they are. An image with delivery `link` has neither `view` nor `credited`. Omit the parameter for the original. */
                v?: components["parameters"]["Variant"];
            };
            header?: {
                /**
                 * @description Identifies the request in the answer and in the log of the service: 1 to 128 letters, digits and characters of `._:-`. Any other value is replaced by a generated one.
                 * @example my-request-1
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The `query_id` of the answer that contains the image.
                 * @example q_0f3d5a6b7c8e9f00112233445566778a
                 */
                query_id: components["parameters"]["QueryId"];
                /** @example openmoji:1F436 */
                asset_id: components["parameters"]["AssetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file is at `Location`, which is valid for at least 10 minutes. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    Location: components["headers"]["Location"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid HTTP, or its path cannot be decoded. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_malformed";
                        }[];
                    };
                };
            };
            /**
             * @description The file address is unknown or has expired.
             *
             *     No asset has this id.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "file_not_found" | "asset_not_found";
                        }[];
                    };
                };
            };
            /** @description The headers (10 s) or the body (60 s) did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_timeout";
                        }[];
                    };
                };
            };
            /** @description A value in the request is not allowed. Each fault has its own type, listed below. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "string_pattern_mismatch" | "literal_error" | "extra_forbidden" | "array_too_long" | "too_many_faults";
                        }[];
                    };
                };
            };
            /** @description The request line and the headers together are larger than 16 KiB. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "headers_too_large";
                        }[];
                    };
                };
            };
            /** @description The service failed. Its log has the cause under `request_id`. Nothing was billed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "internal";
                        }[];
                    };
                };
            };
            /**
             * @description A part of the service is down. Nothing was billed, unless `ctx.billed` is `unknown`: then the search was done, and the database became unavailable before it confirmed the charge.
             *
             *     Too much work is waiting to be done in time. Nothing was billed.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "dependency_unavailable" | "overloaded";
                        }[];
                    };
                };
            };
            /** @description The answer was not ready in time. Nothing was billed. */
            504: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "deadline_exceeded";
                        }[];
                    };
                };
            };
        };
    };
    getFile: {
        parameters: {
            query?: {
                /** @description `thumb`: at most 400 pixels on the longest edge, a JPEG of a JPEG, else a WebP. `view`: a WebP for screens, at most 1,600 pixels on the longest edge; for a GIF, the GIF itself. `credited`: the original with its credit line, its licence and the address of its source added to its metadata (XMP, and IPTC in a JPEG), for a file that leaves the page where it was found. Pixels and other metadata stay as they are. An image with delivery `link` has neither `view` nor `credited`. Omit the parameter for the original. */
                v?: components["parameters"]["Variant"];
            };
            header?: {
                /**
                 * @description Identifies the request in the answer and in the log of the service: 1 to 128 letters, digits and characters of `._:-`. Any other value is replaced by a generated one.
                 * @example my-request-1
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @example openmoji:1F436 */
                asset_id: components["parameters"]["AssetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file is at `Location`, which is valid for at least 10 minutes. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    Location: components["headers"]["Location"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid HTTP, or its path cannot be decoded. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_malformed";
                        }[];
                    };
                };
            };
            /**
             * @description The request carries no API key.
             *
             *     The API key is malformed, unknown, revoked or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "auth_missing" | "auth_invalid";
                        }[];
                    };
                };
            };
            /** @description The key lacks the scope that `ctx.scope` names. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "scope_missing";
                        }[];
                    };
                };
            };
            /**
             * @description The file address is unknown or has expired.
             *
             *     No asset has this id.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "file_not_found" | "asset_not_found";
                        }[];
                    };
                };
            };
            /** @description The headers (10 s) or the body (60 s) did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_timeout";
                        }[];
                    };
                };
            };
            /** @description A value in the request is not allowed. Each fault has its own type, listed below. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "string_pattern_mismatch" | "literal_error" | "extra_forbidden" | "array_too_long" | "too_many_faults";
                        }[];
                    };
                };
            };
            /** @description A limit of the plan is reached. `ctx.limit` names it: `rpm`, `rpd` or `concurrent`. Nothing was done or billed. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "rate_limited";
                        }[];
                    };
                };
            };
            /** @description The request line and the headers together are larger than 16 KiB. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "headers_too_large";
                        }[];
                    };
                };
            };
            /** @description The service failed. Its log has the cause under `request_id`. Nothing was billed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "internal";
                        }[];
                    };
                };
            };
            /**
             * @description Too much work is waiting to be done in time. Nothing was billed.
             *
             *     A part of the service is down. Nothing was billed, unless `ctx.billed` is `unknown`: then the search was done, and the database became unavailable before it confirmed the charge.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "overloaded" | "dependency_unavailable";
                        }[];
                    };
                };
            };
            /** @description The answer was not ready in time. Nothing was billed. */
            504: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "deadline_exceeded";
                        }[];
                    };
                };
            };
        };
    };
    download: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in the answer and in the log of the service: 1 to 128 letters, digits and characters of `._:-`. Any other value is replaced by a generated one.
                 * @example my-request-1
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description One range of bytes, such as `bytes=0-1023`, `bytes=1024-` or `bytes=-512`. Several ranges, and other forms, are ignored: the answer is then the whole file.
                 * @example bytes=0-1023
                 */
                Range?: components["parameters"]["Range"];
                /** @description An `ETag`. If the file has another one, `Range` is ignored and the answer is the whole file. */
                "If-Range"?: components["parameters"]["IfRange"];
                /** @description The `ETag` of the file that the caller already has. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                token: components["parameters"]["Token"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Credentials": components["headers"]["Content-Credentials"];
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                    "image/png": string;
                    "image/webp": string;
                    "image/gif": string;
                };
            };
            /** @description The part of the file that `Range` requests. */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Credentials": components["headers"]["Content-Credentials"];
                    "Content-Range": components["headers"]["Content-Range"];
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                    "image/png": string;
                    "image/webp": string;
                    "image/gif": string;
                };
            };
            /** @description The file still has the `ETag` of `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid HTTP, or its path cannot be decoded. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_malformed";
                        }[];
                    };
                };
            };
            /** @description The file address is unknown or has expired. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "file_not_found";
                        }[];
                    };
                };
            };
            /** @description The headers (10 s) or the body (60 s) did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_timeout";
                        }[];
                    };
                };
            };
            /** @description The file has no byte in the requested range. `Content-Range` and `ctx.bytes` give its length. */
            416: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Content-Range": components["headers"]["Content-Range"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "range_not_satisfiable";
                        }[];
                    };
                };
            };
            /** @description A value in the request is not allowed. Each fault has its own type, listed below. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "extra_forbidden" | "array_too_long" | "too_many_faults";
                        }[];
                    };
                };
            };
            /** @description The request line and the headers together are larger than 16 KiB. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "headers_too_large";
                        }[];
                    };
                };
            };
            /** @description The service failed. Its log has the cause under `request_id`. Nothing was billed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "internal";
                        }[];
                    };
                };
            };
            /**
             * @description A part of the service is down. Nothing was billed, unless `ctx.billed` is `unknown`: then the search was done, and the database became unavailable before it confirmed the charge.
             *
             *     Too much work is waiting to be done in time. Nothing was billed.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "dependency_unavailable" | "overloaded";
                        }[];
                    };
                };
            };
            /** @description The answer was not ready in time. Nothing was billed. */
            504: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "deadline_exceeded";
                        }[];
                    };
                };
            };
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in the answer and in the log of the service: 1 to 128 letters, digits and characters of `._:-`. Any other value is replaced by a generated one.
                 * @example my-request-1
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current billing period of the account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
            /** @description The request is not valid HTTP, or its path cannot be decoded. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_malformed";
                        }[];
                    };
                };
            };
            /**
             * @description The request carries no API key.
             *
             *     The API key is malformed, unknown, revoked or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "auth_missing" | "auth_invalid";
                        }[];
                    };
                };
            };
            /** @description The key lacks the scope that `ctx.scope` names. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "scope_missing";
                        }[];
                    };
                };
            };
            /** @description The headers (10 s) or the body (60 s) did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_timeout";
                        }[];
                    };
                };
            };
            /** @description A value in the request is not allowed. Each fault has its own type, listed below. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "extra_forbidden" | "array_too_long" | "too_many_faults";
                        }[];
                    };
                };
            };
            /** @description A limit of the plan is reached. `ctx.limit` names it: `rpm`, `rpd` or `concurrent`. Nothing was done or billed. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "rate_limited";
                        }[];
                    };
                };
            };
            /** @description The request line and the headers together are larger than 16 KiB. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "headers_too_large";
                        }[];
                    };
                };
            };
            /** @description The service failed. Its log has the cause under `request_id`. Nothing was billed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "internal";
                        }[];
                    };
                };
            };
            /**
             * @description Too much work is waiting to be done in time. Nothing was billed.
             *
             *     A part of the service is down. Nothing was billed, unless `ctx.billed` is `unknown`: then the search was done, and the database became unavailable before it confirmed the charge.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "overloaded" | "dependency_unavailable";
                        }[];
                    };
                };
            };
        };
    };
    getUsageByDay: {
        parameters: {
            query?: {
                /**
                 * @description How many days, today included.
                 * @example 30
                 */
                days?: components["parameters"]["Days"];
            };
            header?: {
                /**
                 * @description Identifies the request in the answer and in the log of the service: 1 to 128 letters, digits and characters of `._:-`. Any other value is replaced by a generated one.
                 * @example my-request-1
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The days on which keys were used. The credits of all days add up to what was charged. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageByDay"];
                    "text/csv": string;
                };
            };
            /** @description The request is not valid HTTP, or its path cannot be decoded. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_malformed";
                        }[];
                    };
                };
            };
            /**
             * @description The request carries no API key.
             *
             *     The API key is malformed, unknown, revoked or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "auth_missing" | "auth_invalid";
                        }[];
                    };
                };
            };
            /** @description The key lacks the scope that `ctx.scope` names. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "scope_missing";
                        }[];
                    };
                };
            };
            /** @description The headers (10 s) or the body (60 s) did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_timeout";
                        }[];
                    };
                };
            };
            /** @description A value in the request is not allowed. Each fault has its own type, listed below. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "number_type" | "int_type" | "greater_than_equal" | "less_than_equal" | "extra_forbidden" | "array_too_long" | "too_many_faults";
                        }[];
                    };
                };
            };
            /** @description A limit of the plan is reached. `ctx.limit` names it: `rpm`, `rpd` or `concurrent`. Nothing was done or billed. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "rate_limited";
                        }[];
                    };
                };
            };
            /** @description The request line and the headers together are larger than 16 KiB. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "headers_too_large";
                        }[];
                    };
                };
            };
            /** @description The service failed. Its log has the cause under `request_id`. Nothing was billed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "internal";
                        }[];
                    };
                };
            };
            /**
             * @description Too much work is waiting to be done in time. Nothing was billed.
             *
             *     A part of the service is down. Nothing was billed, unless `ctx.billed` is `unknown`: then the search was done, and the database became unavailable before it confirmed the charge.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "overloaded" | "dependency_unavailable";
                        }[];
                    };
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in the answer and in the log of the service: 1 to 128 letters, digits and characters of `._:-`. Any other value is replaced by a generated one.
                 * @example my-request-1
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Keys"];
                };
            };
            /** @description The request is not valid HTTP, or its path cannot be decoded. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_malformed";
                        }[];
                    };
                };
            };
            /**
             * @description The request carries no API key.
             *
             *     The API key is malformed, unknown, revoked or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "auth_missing" | "auth_invalid";
                        }[];
                    };
                };
            };
            /** @description The key lacks the scope that `ctx.scope` names. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "scope_missing";
                        }[];
                    };
                };
            };
            /** @description The headers (10 s) or the body (60 s) did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_timeout";
                        }[];
                    };
                };
            };
            /** @description A value in the request is not allowed. Each fault has its own type, listed below. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "extra_forbidden" | "array_too_long" | "too_many_faults";
                        }[];
                    };
                };
            };
            /** @description A limit of the plan is reached. `ctx.limit` names it: `rpm`, `rpd` or `concurrent`. Nothing was done or billed. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "rate_limited";
                        }[];
                    };
                };
            };
            /** @description The request line and the headers together are larger than 16 KiB. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "headers_too_large";
                        }[];
                    };
                };
            };
            /** @description The service failed. Its log has the cause under `request_id`. Nothing was billed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "internal";
                        }[];
                    };
                };
            };
            /**
             * @description Too much work is waiting to be done in time. Nothing was billed.
             *
             *     A part of the service is down. Nothing was billed, unless `ctx.billed` is `unknown`: then the search was done, and the database became unavailable before it confirmed the charge.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "overloaded" | "dependency_unavailable";
                        }[];
                    };
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in the answer and in the log of the service: 1 to 128 letters, digits and characters of `._:-`. Any other value is replaced by a generated one.
                 * @example my-request-1
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewKey"];
            };
        };
        responses: {
            /** @description The new key. This answer is the only one that shows it. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedKey"];
                };
            };
            /**
             * @description The request is not valid HTTP, or its path cannot be decoded.
             *
             *     The body is not valid JSON.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_malformed" | "json_invalid";
                        }[];
                    };
                };
            };
            /**
             * @description The request carries no API key.
             *
             *     The API key is malformed, unknown, revoked or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "auth_missing" | "auth_invalid";
                        }[];
                    };
                };
            };
            /**
             * @description The key lacks the scope that `ctx.scope` names.
             *
             *     That cannot be done with the key: the account has 100 live keys, the key was rotated before, or only the operator may do it.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "scope_missing" | "key_refused";
                        }[];
                    };
                };
            };
            /** @description The headers (10 s) or the body (60 s) did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_timeout";
                        }[];
                    };
                };
            };
            /** @description The body is larger than `ctx.bytes_max`, as sent or after decompression: 8 MiB for a search on a plan with `image_search`, with 64 KiB for everything except `image_base64`; 36 MiB to add an image; 256 KiB to edit one; 64 KiB for any other request. A compressed body above 16 KiB may decompress to ten times its size. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "body_too_large";
                        }[];
                    };
                };
            };
            /** @description The body is not JSON, or its charset or content encoding is not supported. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "content_type_unsupported";
                        }[];
                    };
                };
            };
            /** @description A value in the request is not allowed. Each fault has its own type, listed below. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "missing" | "extra_forbidden" | "string_type" | "number_type" | "int_type" | "boolean_type" | "array_type" | "object_type" | "string_too_short" | "string_too_long" | "array_too_short" | "array_too_long" | "greater_than" | "greater_than_equal" | "less_than_equal" | "enum" | "string_pattern_mismatch" | "range_empty" | "not_unique" | "cursor_invalid" | "cursor_mismatch" | "cursor_expired" | "json_too_deep" | "json_too_many_values" | "too_many_faults" | "value_error";
                        }[];
                    };
                };
            };
            /** @description A limit of the plan is reached. `ctx.limit` names it: `rpm`, `rpd` or `concurrent`. Nothing was done or billed. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "rate_limited";
                        }[];
                    };
                };
            };
            /** @description The request line and the headers together are larger than 16 KiB. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "headers_too_large";
                        }[];
                    };
                };
            };
            /** @description The service failed. Its log has the cause under `request_id`. Nothing was billed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "internal";
                        }[];
                    };
                };
            };
            /**
             * @description Too much work is waiting to be done in time. Nothing was billed.
             *
             *     A part of the service is down. Nothing was billed, unless `ctx.billed` is `unknown`: then the search was done, and the database became unavailable before it confirmed the charge.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "overloaded" | "dependency_unavailable";
                        }[];
                    };
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in the answer and in the log of the service: 1 to 128 letters, digits and characters of `._:-`. Any other value is replaced by a generated one.
                 * @example my-request-1
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The `key_id` of `GET /v1/keys`.
                 * @example 8d0f7c1e-5b7a-4c52-9d0a-3a51e2f6b714
                 */
                key_id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has ended. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid HTTP, or its path cannot be decoded. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_malformed";
                        }[];
                    };
                };
            };
            /**
             * @description The request carries no API key.
             *
             *     The API key is malformed, unknown, revoked or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "auth_missing" | "auth_invalid";
                        }[];
                    };
                };
            };
            /**
             * @description The key lacks the scope that `ctx.scope` names.
             *
             *     That cannot be done with the key: the account has 100 live keys, the key was rotated before, or only the operator may do it.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "scope_missing" | "key_refused";
                        }[];
                    };
                };
            };
            /** @description No live key of the account has this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "key_not_found";
                        }[];
                    };
                };
            };
            /** @description The headers (10 s) or the body (60 s) did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_timeout";
                        }[];
                    };
                };
            };
            /** @description A value in the request is not allowed. Each fault has its own type, listed below. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "extra_forbidden" | "array_too_long" | "too_many_faults";
                        }[];
                    };
                };
            };
            /** @description A limit of the plan is reached. `ctx.limit` names it: `rpm`, `rpd` or `concurrent`. Nothing was done or billed. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "rate_limited";
                        }[];
                    };
                };
            };
            /** @description The request line and the headers together are larger than 16 KiB. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "headers_too_large";
                        }[];
                    };
                };
            };
            /** @description The service failed. Its log has the cause under `request_id`. Nothing was billed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "internal";
                        }[];
                    };
                };
            };
            /**
             * @description Too much work is waiting to be done in time. Nothing was billed.
             *
             *     A part of the service is down. Nothing was billed, unless `ctx.billed` is `unknown`: then the search was done, and the database became unavailable before it confirmed the charge.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "overloaded" | "dependency_unavailable";
                        }[];
                    };
                };
            };
        };
    };
    renameKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in the answer and in the log of the service: 1 to 128 letters, digits and characters of `._:-`. Any other value is replaced by a generated one.
                 * @example my-request-1
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The `key_id` of `GET /v1/keys`.
                 * @example 8d0f7c1e-5b7a-4c52-9d0a-3a51e2f6b714
                 */
                key_id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyEdit"];
            };
        };
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
            /**
             * @description The request is not valid HTTP, or its path cannot be decoded.
             *
             *     The body is not valid JSON.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_malformed" | "json_invalid";
                        }[];
                    };
                };
            };
            /**
             * @description The request carries no API key.
             *
             *     The API key is malformed, unknown, revoked or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "auth_missing" | "auth_invalid";
                        }[];
                    };
                };
            };
            /**
             * @description The key lacks the scope that `ctx.scope` names.
             *
             *     That cannot be done with the key: the account has 100 live keys, the key was rotated before, or only the operator may do it.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "scope_missing" | "key_refused";
                        }[];
                    };
                };
            };
            /** @description No live key of the account has this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "key_not_found";
                        }[];
                    };
                };
            };
            /** @description The headers (10 s) or the body (60 s) did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_timeout";
                        }[];
                    };
                };
            };
            /** @description The body is larger than `ctx.bytes_max`, as sent or after decompression: 8 MiB for a search on a plan with `image_search`, with 64 KiB for everything except `image_base64`; 36 MiB to add an image; 256 KiB to edit one; 64 KiB for any other request. A compressed body above 16 KiB may decompress to ten times its size. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "body_too_large";
                        }[];
                    };
                };
            };
            /** @description The body is not JSON, or its charset or content encoding is not supported. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "content_type_unsupported";
                        }[];
                    };
                };
            };
            /** @description A value in the request is not allowed. Each fault has its own type, listed below. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "missing" | "extra_forbidden" | "string_type" | "number_type" | "int_type" | "boolean_type" | "array_type" | "object_type" | "string_too_short" | "string_too_long" | "array_too_short" | "array_too_long" | "greater_than" | "greater_than_equal" | "less_than_equal" | "enum" | "string_pattern_mismatch" | "range_empty" | "not_unique" | "cursor_invalid" | "cursor_mismatch" | "cursor_expired" | "json_too_deep" | "json_too_many_values" | "too_many_faults" | "value_error";
                        }[];
                    };
                };
            };
            /** @description A limit of the plan is reached. `ctx.limit` names it: `rpm`, `rpd` or `concurrent`. Nothing was done or billed. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "rate_limited";
                        }[];
                    };
                };
            };
            /** @description The request line and the headers together are larger than 16 KiB. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "headers_too_large";
                        }[];
                    };
                };
            };
            /** @description The service failed. Its log has the cause under `request_id`. Nothing was billed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "internal";
                        }[];
                    };
                };
            };
            /**
             * @description Too much work is waiting to be done in time. Nothing was billed.
             *
             *     A part of the service is down. Nothing was billed, unless `ctx.billed` is `unknown`: then the search was done, and the database became unavailable before it confirmed the charge.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "overloaded" | "dependency_unavailable";
                        }[];
                    };
                };
            };
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in the answer and in the log of the service: 1 to 128 letters, digits and characters of `._:-`. Any other value is replaced by a generated one.
                 * @example my-request-1
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The `key_id` of `GET /v1/keys`.
                 * @example 8d0f7c1e-5b7a-4c52-9d0a-3a51e2f6b714
                 */
                key_id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Rotation"];
            };
        };
        responses: {
            /** @description The new key. This answer is the only one that shows it. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedKey"];
                };
            };
            /**
             * @description The request is not valid HTTP, or its path cannot be decoded.
             *
             *     The body is not valid JSON.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_malformed" | "json_invalid";
                        }[];
                    };
                };
            };
            /**
             * @description The request carries no API key.
             *
             *     The API key is malformed, unknown, revoked or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "auth_missing" | "auth_invalid";
                        }[];
                    };
                };
            };
            /**
             * @description The key lacks the scope that `ctx.scope` names.
             *
             *     That cannot be done with the key: the account has 100 live keys, the key was rotated before, or only the operator may do it.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "scope_missing" | "key_refused";
                        }[];
                    };
                };
            };
            /** @description No live key of the account has this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "key_not_found";
                        }[];
                    };
                };
            };
            /** @description The headers (10 s) or the body (60 s) did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_timeout";
                        }[];
                    };
                };
            };
            /** @description The body is larger than `ctx.bytes_max`, as sent or after decompression: 8 MiB for a search on a plan with `image_search`, with 64 KiB for everything except `image_base64`; 36 MiB to add an image; 256 KiB to edit one; 64 KiB for any other request. A compressed body above 16 KiB may decompress to ten times its size. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "body_too_large";
                        }[];
                    };
                };
            };
            /** @description The body is not JSON, or its charset or content encoding is not supported. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "content_type_unsupported";
                        }[];
                    };
                };
            };
            /** @description A value in the request is not allowed. Each fault has its own type, listed below. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "missing" | "extra_forbidden" | "string_type" | "number_type" | "int_type" | "boolean_type" | "array_type" | "object_type" | "string_too_short" | "string_too_long" | "array_too_short" | "array_too_long" | "greater_than" | "greater_than_equal" | "less_than_equal" | "enum" | "string_pattern_mismatch" | "range_empty" | "not_unique" | "cursor_invalid" | "cursor_mismatch" | "cursor_expired" | "json_too_deep" | "json_too_many_values" | "too_many_faults";
                        }[];
                    };
                };
            };
            /** @description A limit of the plan is reached. `ctx.limit` names it: `rpm`, `rpd` or `concurrent`. Nothing was done or billed. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "rate_limited";
                        }[];
                    };
                };
            };
            /** @description The request line and the headers together are larger than 16 KiB. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "headers_too_large";
                        }[];
                    };
                };
            };
            /** @description The service failed. Its log has the cause under `request_id`. Nothing was billed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "internal";
                        }[];
                    };
                };
            };
            /**
             * @description Too much work is waiting to be done in time. Nothing was billed.
             *
             *     A part of the service is down. Nothing was billed, unless `ctx.billed` is `unknown`: then the search was done, and the database became unavailable before it confirmed the charge.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "overloaded" | "dependency_unavailable";
                        }[];
                    };
                };
            };
        };
    };
    warm: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in the answer and in the log of the service: 1 to 128 letters, digits and characters of `._:-`. Any other value is replaced by a generated one.
                 * @example my-request-1
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ready. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description The request is not valid HTTP, or its path cannot be decoded. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_malformed";
                        }[];
                    };
                };
            };
            /**
             * @description The request carries no API key.
             *
             *     The API key is malformed, unknown, revoked or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "auth_missing" | "auth_invalid";
                        }[];
                    };
                };
            };
            /** @description The headers (10 s) or the body (60 s) did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_timeout";
                        }[];
                    };
                };
            };
            /** @description A value in the request is not allowed. Each fault has its own type, listed below. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "extra_forbidden" | "array_too_long" | "too_many_faults";
                        }[];
                    };
                };
            };
            /** @description A limit of the plan is reached. `ctx.limit` names it: `rpm`, `rpd` or `concurrent`. Nothing was done or billed. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "rate_limited";
                        }[];
                    };
                };
            };
            /** @description The request line and the headers together are larger than 16 KiB. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "headers_too_large";
                        }[];
                    };
                };
            };
            /** @description The service failed. Its log has the cause under `request_id`. Nothing was billed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "internal";
                        }[];
                    };
                };
            };
            /** @description Not ready. The same body says what is missing. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"] | components["schemas"]["Error"];
                };
            };
        };
    };
    getCollection: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in the answer and in the log of the service: 1 to 128 letters, digits and characters of `._:-`. Any other value is replaced by a generated one.
                 * @example my-request-1
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The collection, as it was up to a minute ago. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
            /** @description The request is not valid HTTP, or its path cannot be decoded. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_malformed";
                        }[];
                    };
                };
            };
            /**
             * @description The request carries no API key.
             *
             *     The API key is malformed, unknown, revoked or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "auth_missing" | "auth_invalid";
                        }[];
                    };
                };
            };
            /** @description The headers (10 s) or the body (60 s) did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_timeout";
                        }[];
                    };
                };
            };
            /** @description A value in the request is not allowed. Each fault has its own type, listed below. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "extra_forbidden" | "array_too_long" | "too_many_faults";
                        }[];
                    };
                };
            };
            /** @description A limit of the plan is reached. `ctx.limit` names it: `rpm`, `rpd` or `concurrent`. Nothing was done or billed. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "rate_limited";
                        }[];
                    };
                };
            };
            /** @description The request line and the headers together are larger than 16 KiB. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "headers_too_large";
                        }[];
                    };
                };
            };
            /** @description The service failed. Its log has the cause under `request_id`. Nothing was billed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "internal";
                        }[];
                    };
                };
            };
            /**
             * @description Too much work is waiting to be done in time. Nothing was billed.
             *
             *     A part of the service is down. Nothing was billed, unless `ctx.billed` is `unknown`: then the search was done, and the database became unavailable before it confirmed the charge.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "overloaded" | "dependency_unavailable";
                        }[];
                    };
                };
            };
            /** @description The answer was not ready in time. Nothing was billed. */
            504: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "deadline_exceeded";
                        }[];
                    };
                };
            };
        };
    };
    getPricing: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in the answer and in the log of the service: 1 to 128 letters, digits and characters of `._:-`. Any other value is replaced by a generated one.
                 * @example my-request-1
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The price list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pricing"];
                };
            };
            /** @description The request is not valid HTTP, or its path cannot be decoded. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_malformed";
                        }[];
                    };
                };
            };
            /** @description The headers (10 s) or the body (60 s) did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_timeout";
                        }[];
                    };
                };
            };
            /** @description A value in the request is not allowed. Each fault has its own type, listed below. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "extra_forbidden" | "array_too_long" | "too_many_faults";
                        }[];
                    };
                };
            };
            /** @description The request line and the headers together are larger than 16 KiB. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "headers_too_large";
                        }[];
                    };
                };
            };
            /** @description The service failed. Its log has the cause under `request_id`. Nothing was billed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "internal";
                        }[];
                    };
                };
            };
        };
    };
    getContract: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in the answer and in the log of the service: 1 to 128 letters, digits and characters of `._:-`. Any other value is replaced by a generated one.
                 * @example my-request-1
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI 3.1. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The request is not valid HTTP, or its path cannot be decoded. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_malformed";
                        }[];
                    };
                };
            };
            /** @description The headers (10 s) or the body (60 s) did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_timeout";
                        }[];
                    };
                };
            };
            /** @description A value in the request is not allowed. Each fault has its own type, listed below. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "extra_forbidden" | "array_too_long" | "too_many_faults";
                        }[];
                    };
                };
            };
            /** @description The request line and the headers together are larger than 16 KiB. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "headers_too_large";
                        }[];
                    };
                };
            };
            /** @description The service failed. Its log has the cause under `request_id`. Nothing was billed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "internal";
                        }[];
                    };
                };
            };
        };
    };
    readContract: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in the answer and in the log of the service: 1 to 128 letters, digits and characters of `._:-`. Any other value is replaced by a generated one.
                 * @example my-request-1
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The request is not valid HTTP, or its path cannot be decoded. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_malformed";
                        }[];
                    };
                };
            };
            /** @description The headers (10 s) or the body (60 s) did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "request_timeout";
                        }[];
                    };
                };
            };
            /** @description A value in the request is not allowed. Each fault has its own type, listed below. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "extra_forbidden" | "array_too_long" | "too_many_faults";
                        }[];
                    };
                };
            };
            /** @description The request line and the headers together are larger than 16 KiB. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "headers_too_large";
                        }[];
                    };
                };
            };
            /** @description The service failed. Its log has the cause under `request_id`. Nothing was billed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        detail?: {
                            /** @enum {string} */
                            type?: "internal";
                        }[];
                    };
                };
            };
        };
    };
}
