import os

from image_search_client import Client
from image_search_client.api.search import search
from image_search_client.models import SearchRequest

client = Client(
    base_url=os.environ["IMAGE_SEARCH_URL"], headers={"X-API-Key": os.environ["IMAGE_SEARCH_API_KEY"]}
)
answer = search.sync(client=client, body=SearchRequest(query="red apple", k=1))
print(answer.results[0].rights.attribution)
