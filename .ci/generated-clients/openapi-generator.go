package main

import (
	"context"
	"fmt"
	"os"

	api "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func main() {
	config := api.NewConfiguration()
	config.Servers = api.ServerConfigurations{{URL: os.Getenv("IMAGE_SEARCH_URL")}}
	config.AddDefaultHeader("X-API-Key", os.Getenv("IMAGE_SEARCH_API_KEY"))
	request := api.NewSearchRequest()
	request.SetQuery("red apple")
	answer, _, err := api.NewAPIClient(config).SearchAPI.Search(context.Background()).SearchRequest(*request).Execute()
	if err != nil {
		panic(err)
	}
	fmt.Println(answer.Results[0].Rights.GetAttribution())
}
