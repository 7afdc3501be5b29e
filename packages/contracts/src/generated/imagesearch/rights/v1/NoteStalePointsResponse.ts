// Generated from protos/imagesearch/rights/v1/rights.proto


export interface NoteStalePointsResponseInput {
}

export interface NoteStalePointsResponse {
}
