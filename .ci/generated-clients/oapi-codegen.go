package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"example.org/call/api"
)

func main() {
	key := func(_ context.Context, request *http.Request) error {
		request.Header.Set("X-API-Key", os.Getenv("IMAGE_SEARCH_API_KEY"))
		return nil
	}
	client, err := api.NewClientWithResponses(os.Getenv("IMAGE_SEARCH_URL"), api.WithRequestEditorFn(key))
	if err != nil {
		panic(err)
	}
	query := "red apple"
	answer, err := client.SearchWithResponse(context.Background(), &api.SearchParams{}, api.SearchRequest{Query: &query})
	if err != nil {
		panic(err)
	}
	fmt.Println(*answer.JSON200.Results[0].Rights.Attribution)
}
