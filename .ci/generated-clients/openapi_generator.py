import os

import openapi_client as api

config = api.Configuration(
    host=os.environ["IMAGE_SEARCH_URL"], api_key={"ApiKey": os.environ["IMAGE_SEARCH_API_KEY"]}
)
with api.ApiClient(config) as client:
    answer = api.SearchApi(client).search(api.SearchRequest(query="red apple", k=1))
    print(answer.results[0].rights.attribution)
