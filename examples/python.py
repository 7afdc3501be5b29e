import os
import sys

from imagesearch import ImageSearch, ImageSearchError, credit, may

url = os.environ.get("IMAGE_SEARCH_URL", "http://127.0.0.1:8080")
with ImageSearch(url, os.environ["IMAGE_SEARCH_API_KEY"]) as images:
    try:
        answer = images.search("red apple", k=1, filters={"commercial": True})
    except ImageSearchError as error:
        sys.exit(f"{error.type}: {error}")
    for image in answer.data["results"]:
        permitted = may(image).use_commercially
        print(image["title"])
        print("commercial use:", "unknown" if permitted is None else permitted)
        print(credit(image) or ("no credit required" if may(image).use_without_credit else "credit: unknown"))
        print(len(images.file(image, variant="thumb").data), "bytes")
    print(answer.credits.charged, "credit charged,", answer.credits.remaining, "left")
