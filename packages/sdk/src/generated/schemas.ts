// Generated from docs/openapi.json by scripts/generate.mjs; do not edit.
export const filtersSchema = {
  "type": "object",
  "properties": {
    "luminance_min": {
      "title": "Brightness",
      "description": "Overall brightness from 0 (black) to 1 (white), inclusive; 0.35 or less is dark, 0.65 or more is bright.",
      "type": "number",
      "minimum": 0,
      "maximum": 1
    },
    "luminance_max": {
      "title": "Brightness",
      "description": "Overall brightness from 0 (black) to 1 (white), inclusive; 0.35 or less is dark, 0.65 or more is bright.",
      "type": "number",
      "minimum": 0,
      "maximum": 1
    },
    "monochrome": {
      "title": "Colour",
      "description": "`true`: only images without colour, or in a single tone such as sepia; `false`: only images in colour.",
      "type": "boolean"
    },
    "saturation_min": {
      "title": "Saturation",
      "description": "How strong the colours are, from 0 (grey) to 1 (as strong as a screen shows), inclusive; 0.1 or less is muted, 0.25 or more is vivid. A white ground does not count.",
      "type": "number",
      "minimum": 0,
      "maximum": 1
    },
    "saturation_max": {
      "title": "Saturation",
      "description": "How strong the colours are, from 0 (grey) to 1 (as strong as a screen shows), inclusive; 0.1 or less is muted, 0.25 or more is vivid. A white ground does not count.",
      "type": "number",
      "minimum": 0,
      "maximum": 1
    },
    "faces_min": {
      "title": "Faces",
      "description": "Detected faces, inclusive; at most 0 for images in which nobody faces the camera.",
      "type": "integer",
      "minimum": 0,
      "maximum": 1000
    },
    "faces_max": {
      "title": "Faces",
      "description": "Detected faces, inclusive; at most 0 for images in which nobody faces the camera.",
      "type": "integer",
      "minimum": 0,
      "maximum": 1000
    },
    "aspect_min": {
      "title": "Shape",
      "description": "Width divided by height, inclusive.",
      "type": "number",
      "exclusiveMinimum": 0
    },
    "aspect_max": {
      "title": "Shape",
      "description": "Width divided by height, inclusive.",
      "type": "number",
      "exclusiveMinimum": 0
    },
    "orientation": {
      "title": "Shape",
      "description": "A square has an aspect within 5 % of 1.",
      "type": "string",
      "enum": [
        "landscape",
        "portrait",
        "square"
      ]
    },
    "resolution_min": {
      "title": "Resolution",
      "description": "Megapixels of the original, inclusive.",
      "type": "number",
      "exclusiveMinimum": 0
    },
    "neg_space_any": {
      "title": "Clean space",
      "description": "Clean space for text on any of these sides. Name each side once.",
      "uniqueItems": true,
      "minItems": 1,
      "maxItems": 4,
      "type": "array",
      "items": {
        "type": "string",
        "enum": [
          "left",
          "right",
          "top",
          "bottom"
        ]
      }
    },
    "palette_near": {
      "title": "Preferred colour",
      "description": "Prefers images with this colour, such as `#c0392b`, but leaves out none.",
      "type": "string",
      "pattern": "^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$"
    },
    "commercial": {
      "title": "Commercial use",
      "description": "`true`: only images that permit commercial use.",
      "type": "boolean"
    },
    "derivatives": {
      "title": "Changes allowed",
      "description": "`true`: only images that may be published in a changed version: cropped, recoloured, combined.",
      "type": "boolean"
    },
    "attribution_required": {
      "title": "Credit",
      "description": "`false`: only images that need no credit line.",
      "type": "boolean"
    },
    "share_alike": {
      "title": "Share alike",
      "description": "`false`: only images whose changed versions may have any licence.",
      "type": "boolean"
    },
    "license_any": {
      "title": "Licence",
      "description": "Normalised licence codes, such as `cc0` or `cc-by-4.0`; a port of a Creative Commons licence ends with its jurisdiction: `cc-by-sa-3.0-de`. An unknown code is refused, and the error lists all codes.",
      "minItems": 1,
      "maxItems": 50,
      "type": "array",
      "items": {
        "type": "string",
        "minLength": 1,
        "maxLength": 64
      }
    },
    "source_any": {
      "title": "Collection",
      "description": "Collections. One that does not exist is refused.",
      "minItems": 1,
      "maxItems": 50,
      "type": "array",
      "items": {
        "type": "string",
        "minLength": 1,
        "maxLength": 64
      }
    },
    "ai_generated": {
      "title": "AI-generated images",
      "description": "`true`: only images known to be generated, in whole or in part; `false`: none of them. Unless it is set, they come after all others.",
      "type": "boolean"
    },
    "human_made": {
      "title": "Human work",
      "description": "`true`: only images known to be captures or human work (`provenance.ai` is false).",
      "type": "boolean"
    },
    "sensitive": {
      "title": "Sensitive images",
      "description": "The default, `false`, leaves out images that are known to be sensitive, even if few results remain. `true` includes them along with all others.",
      "type": "boolean"
    },
    "created_from": {
      "title": "Date",
      "description": "When the image was made, inclusive: a year, a month, a day or a moment (ISO 8601), such as `2024`, `2024-05` or `2024-05-01T10:00`. If the date of an image is a year or a month, all of it must lie within. Time zones are ignored.",
      "type": "string",
      "pattern": "^(\\d{4})(?:-(\\d{2})(?:-(\\d{2})(?:T(\\d{2}):(\\d{2})(?::(\\d{2}))?(?:Z|[+-]\\d{2}:\\d{2})?)?)?)?$"
    },
    "created_to": {
      "title": "Date",
      "description": "When the image was made, inclusive: a year, a month, a day or a moment (ISO 8601), such as `2024`, `2024-05` or `2024-05-01T10:00`. If the date of an image is a year or a month, all of it must lie within. Time zones are ignored.",
      "type": "string",
      "pattern": "^(\\d{4})(?:-(\\d{2})(?:-(\\d{2})(?:T(\\d{2}):(\\d{2})(?::(\\d{2}))?(?:Z|[+-]\\d{2}:\\d{2})?)?)?)?$"
    },
    "creator": {
      "title": "Creator",
      "description": "Who made the image: the whole name; case does not matter.",
      "type": "string",
      "minLength": 1,
      "maxLength": 500
    },
    "tags_any": {
      "title": "Tags",
      "description": "Tags of which the image has any, or all: whole tags; case does not matter.",
      "minItems": 1,
      "maxItems": 50,
      "type": "array",
      "items": {
        "type": "string",
        "minLength": 1,
        "maxLength": 200
      }
    },
    "tags_all": {
      "title": "Tags",
      "description": "Tags of which the image has any, or all: whole tags; case does not matter.",
      "minItems": 1,
      "maxItems": 50,
      "type": "array",
      "items": {
        "type": "string",
        "minLength": 1,
        "maxLength": 200
      }
    }
  },
  "additionalProperties": false,
  "description": "Filters on the images of an answer. An image whose value is unknown never satisfies a filter on it."
} as const;
export const useSchema = {
  "type": "object",
  "properties": {
    "commercial": {
      "description": "`true`: the use is mainly meant for profit or payment, such as in something that is sold or that advertises.",
      "type": "boolean"
    },
    "modify": {
      "description": "`true`: a changed version is published: cropped, recoloured, merged with others. Another size or format is no change.",
      "type": "boolean"
    },
    "attribute": {
      "description": "`false`: it is shown without a credit.",
      "type": "boolean"
    },
    "share_alike": {
      "description": "`false`: a changed version cannot be published under the licence of the image, or one that it accepts instead. Matters only with `modify`.",
      "type": "boolean"
    },
    "train_ai": {
      "description": "`true`: models are trained with it.",
      "type": "boolean"
    },
    "people_identifiable": {
      "description": "`true`: people can be identified in it, and it advertises or endorses something.",
      "type": "boolean"
    },
    "property_identifiable": {
      "description": "`true`: the same for private property: a building, a work of art, a brand.",
      "type": "boolean"
    }
  },
  "additionalProperties": false,
  "description": "What the images are for. Each image in the answer then has `usable`. A purpose that you leave out is not checked."
} as const;
