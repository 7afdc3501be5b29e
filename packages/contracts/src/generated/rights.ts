import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { DimensionsInput as _imagesearch_common_v1_DimensionsInput, Dimensions as _imagesearch_common_v1_Dimensions } from './imagesearch/common/v1/Dimensions.js';
import type { FiltersInput as _imagesearch_common_v1_FiltersInput, Filters as _imagesearch_common_v1_Filters } from './imagesearch/common/v1/Filters.js';
import type { HyponymsInput as _imagesearch_common_v1_HyponymsInput, Hyponyms as _imagesearch_common_v1_Hyponyms } from './imagesearch/common/v1/Hyponyms.js';
import type { RightsInput as _imagesearch_common_v1_RightsInput, Rights as _imagesearch_common_v1_Rights } from './imagesearch/common/v1/Rights.js';
import type { ShownInput as _imagesearch_common_v1_ShownInput, Shown as _imagesearch_common_v1_Shown } from './imagesearch/common/v1/Shown.js';
import type { SignalsInput as _imagesearch_common_v1_SignalsInput, Signals as _imagesearch_common_v1_Signals } from './imagesearch/common/v1/Signals.js';
import type { VectorInput as _imagesearch_common_v1_VectorInput, Vector as _imagesearch_common_v1_Vector } from './imagesearch/common/v1/Vector.js';
import type { AssetInput as _imagesearch_rights_v1_AssetInput, Asset as _imagesearch_rights_v1_Asset } from './imagesearch/rights/v1/Asset.js';
import type { AssetEventInput as _imagesearch_rights_v1_AssetEventInput, AssetEvent as _imagesearch_rights_v1_AssetEvent } from './imagesearch/rights/v1/AssetEvent.js';
import type { AssetMetadataInput as _imagesearch_rights_v1_AssetMetadataInput, AssetMetadata as _imagesearch_rights_v1_AssetMetadata } from './imagesearch/rights/v1/AssetMetadata.js';
import type { AssetSummaryInput as _imagesearch_rights_v1_AssetSummaryInput, AssetSummary as _imagesearch_rights_v1_AssetSummary } from './imagesearch/rights/v1/AssetSummary.js';
import type { ChangeAssetStateRequestInput as _imagesearch_rights_v1_ChangeAssetStateRequestInput, ChangeAssetStateRequest as _imagesearch_rights_v1_ChangeAssetStateRequest } from './imagesearch/rights/v1/ChangeAssetStateRequest.js';
import type { ChangeAssetStateResponseInput as _imagesearch_rights_v1_ChangeAssetStateResponseInput, ChangeAssetStateResponse as _imagesearch_rights_v1_ChangeAssetStateResponse } from './imagesearch/rights/v1/ChangeAssetStateResponse.js';
import type { ClaimSourceRequestInput as _imagesearch_rights_v1_ClaimSourceRequestInput, ClaimSourceRequest as _imagesearch_rights_v1_ClaimSourceRequest } from './imagesearch/rights/v1/ClaimSourceRequest.js';
import type { ClaimSourceResponseInput as _imagesearch_rights_v1_ClaimSourceResponseInput, ClaimSourceResponse as _imagesearch_rights_v1_ClaimSourceResponse } from './imagesearch/rights/v1/ClaimSourceResponse.js';
import type { ClaimedSourceInput as _imagesearch_rights_v1_ClaimedSourceInput, ClaimedSource as _imagesearch_rights_v1_ClaimedSource } from './imagesearch/rights/v1/ClaimedSource.js';
import type { ContentStateInput as _imagesearch_rights_v1_ContentStateInput, ContentState as _imagesearch_rights_v1_ContentState } from './imagesearch/rights/v1/ContentState.js';
import type { CountAssetsRequestInput as _imagesearch_rights_v1_CountAssetsRequestInput, CountAssetsRequest as _imagesearch_rights_v1_CountAssetsRequest } from './imagesearch/rights/v1/CountAssetsRequest.js';
import type { CountAssetsResponseInput as _imagesearch_rights_v1_CountAssetsResponseInput, CountAssetsResponse as _imagesearch_rights_v1_CountAssetsResponse } from './imagesearch/rights/v1/CountAssetsResponse.js';
import type { CreateDownloadRequestInput as _imagesearch_rights_v1_CreateDownloadRequestInput, CreateDownloadRequest as _imagesearch_rights_v1_CreateDownloadRequest } from './imagesearch/rights/v1/CreateDownloadRequest.js';
import type { CreateDownloadResponseInput as _imagesearch_rights_v1_CreateDownloadResponseInput, CreateDownloadResponse as _imagesearch_rights_v1_CreateDownloadResponse } from './imagesearch/rights/v1/CreateDownloadResponse.js';
import type { DeclaredFactsInput as _imagesearch_rights_v1_DeclaredFactsInput, DeclaredFacts as _imagesearch_rights_v1_DeclaredFacts } from './imagesearch/rights/v1/DeclaredFacts.js';
import type { DeleteAssetsRequestInput as _imagesearch_rights_v1_DeleteAssetsRequestInput, DeleteAssetsRequest as _imagesearch_rights_v1_DeleteAssetsRequest } from './imagesearch/rights/v1/DeleteAssetsRequest.js';
import type { DeleteAssetsResponseInput as _imagesearch_rights_v1_DeleteAssetsResponseInput, DeleteAssetsResponse as _imagesearch_rights_v1_DeleteAssetsResponse } from './imagesearch/rights/v1/DeleteAssetsResponse.js';
import type { DownloadInput as _imagesearch_rights_v1_DownloadInput, Download as _imagesearch_rights_v1_Download } from './imagesearch/rights/v1/Download.js';
import type { DownloadHeadInput as _imagesearch_rights_v1_DownloadHeadInput, DownloadHead as _imagesearch_rights_v1_DownloadHead } from './imagesearch/rights/v1/DownloadHead.js';
import type { GetAssetVersionsRequestInput as _imagesearch_rights_v1_GetAssetVersionsRequestInput, GetAssetVersionsRequest as _imagesearch_rights_v1_GetAssetVersionsRequest } from './imagesearch/rights/v1/GetAssetVersionsRequest.js';
import type { GetAssetVersionsResponseInput as _imagesearch_rights_v1_GetAssetVersionsResponseInput, GetAssetVersionsResponse as _imagesearch_rights_v1_GetAssetVersionsResponse } from './imagesearch/rights/v1/GetAssetVersionsResponse.js';
import type { GetAssetsRequestInput as _imagesearch_rights_v1_GetAssetsRequestInput, GetAssetsRequest as _imagesearch_rights_v1_GetAssetsRequest } from './imagesearch/rights/v1/GetAssetsRequest.js';
import type { GetAssetsResponseInput as _imagesearch_rights_v1_GetAssetsResponseInput, GetAssetsResponse as _imagesearch_rights_v1_GetAssetsResponse } from './imagesearch/rights/v1/GetAssetsResponse.js';
import type { ListAssetEventsRequestInput as _imagesearch_rights_v1_ListAssetEventsRequestInput, ListAssetEventsRequest as _imagesearch_rights_v1_ListAssetEventsRequest } from './imagesearch/rights/v1/ListAssetEventsRequest.js';
import type { ListAssetEventsResponseInput as _imagesearch_rights_v1_ListAssetEventsResponseInput, ListAssetEventsResponse as _imagesearch_rights_v1_ListAssetEventsResponse } from './imagesearch/rights/v1/ListAssetEventsResponse.js';
import type { ListAssetsRequestInput as _imagesearch_rights_v1_ListAssetsRequestInput, ListAssetsRequest as _imagesearch_rights_v1_ListAssetsRequest } from './imagesearch/rights/v1/ListAssetsRequest.js';
import type { ListAssetsResponseInput as _imagesearch_rights_v1_ListAssetsResponseInput, ListAssetsResponse as _imagesearch_rights_v1_ListAssetsResponse } from './imagesearch/rights/v1/ListAssetsResponse.js';
import type { ListSourcesRequestInput as _imagesearch_rights_v1_ListSourcesRequestInput, ListSourcesRequest as _imagesearch_rights_v1_ListSourcesRequest } from './imagesearch/rights/v1/ListSourcesRequest.js';
import type { ListSourcesResponseInput as _imagesearch_rights_v1_ListSourcesResponseInput, ListSourcesResponse as _imagesearch_rights_v1_ListSourcesResponse } from './imagesearch/rights/v1/ListSourcesResponse.js';
import type { ListStalePointsRequestInput as _imagesearch_rights_v1_ListStalePointsRequestInput, ListStalePointsRequest as _imagesearch_rights_v1_ListStalePointsRequest } from './imagesearch/rights/v1/ListStalePointsRequest.js';
import type { ListStalePointsResponseInput as _imagesearch_rights_v1_ListStalePointsResponseInput, ListStalePointsResponse as _imagesearch_rights_v1_ListStalePointsResponse } from './imagesearch/rights/v1/ListStalePointsResponse.js';
import type { MarkStalePointsRequestInput as _imagesearch_rights_v1_MarkStalePointsRequestInput, MarkStalePointsRequest as _imagesearch_rights_v1_MarkStalePointsRequest } from './imagesearch/rights/v1/MarkStalePointsRequest.js';
import type { MarkStalePointsResponseInput as _imagesearch_rights_v1_MarkStalePointsResponseInput, MarkStalePointsResponse as _imagesearch_rights_v1_MarkStalePointsResponse } from './imagesearch/rights/v1/MarkStalePointsResponse.js';
import type { NoteStalePointsRequestInput as _imagesearch_rights_v1_NoteStalePointsRequestInput, NoteStalePointsRequest as _imagesearch_rights_v1_NoteStalePointsRequest } from './imagesearch/rights/v1/NoteStalePointsRequest.js';
import type { NoteStalePointsResponseInput as _imagesearch_rights_v1_NoteStalePointsResponseInput, NoteStalePointsResponse as _imagesearch_rights_v1_NoteStalePointsResponse } from './imagesearch/rights/v1/NoteStalePointsResponse.js';
import type { ProvenanceInput as _imagesearch_rights_v1_ProvenanceInput, Provenance as _imagesearch_rights_v1_Provenance } from './imagesearch/rights/v1/Provenance.js';
import type { ProvenanceStatementInput as _imagesearch_rights_v1_ProvenanceStatementInput, ProvenanceStatement as _imagesearch_rights_v1_ProvenanceStatement } from './imagesearch/rights/v1/ProvenanceStatement.js';
import type { PutAssetRequestInput as _imagesearch_rights_v1_PutAssetRequestInput, PutAssetRequest as _imagesearch_rights_v1_PutAssetRequest } from './imagesearch/rights/v1/PutAssetRequest.js';
import type { PutAssetResponseInput as _imagesearch_rights_v1_PutAssetResponseInput, PutAssetResponse as _imagesearch_rights_v1_PutAssetResponse } from './imagesearch/rights/v1/PutAssetResponse.js';
import type { ReadDownloadRequestInput as _imagesearch_rights_v1_ReadDownloadRequestInput, ReadDownloadRequest as _imagesearch_rights_v1_ReadDownloadRequest } from './imagesearch/rights/v1/ReadDownloadRequest.js';
import type { ReadDownloadResponseInput as _imagesearch_rights_v1_ReadDownloadResponseInput, ReadDownloadResponse as _imagesearch_rights_v1_ReadDownloadResponse } from './imagesearch/rights/v1/ReadDownloadResponse.js';
import type { ReleaseSourceRequestInput as _imagesearch_rights_v1_ReleaseSourceRequestInput, ReleaseSourceRequest as _imagesearch_rights_v1_ReleaseSourceRequest } from './imagesearch/rights/v1/ReleaseSourceRequest.js';
import type { ReleaseSourceResponseInput as _imagesearch_rights_v1_ReleaseSourceResponseInput, ReleaseSourceResponse as _imagesearch_rights_v1_ReleaseSourceResponse } from './imagesearch/rights/v1/ReleaseSourceResponse.js';
import type { ResolveLicenseRequestInput as _imagesearch_rights_v1_ResolveLicenseRequestInput, ResolveLicenseRequest as _imagesearch_rights_v1_ResolveLicenseRequest } from './imagesearch/rights/v1/ResolveLicenseRequest.js';
import type { ResolveLicenseResponseInput as _imagesearch_rights_v1_ResolveLicenseResponseInput, ResolveLicenseResponse as _imagesearch_rights_v1_ResolveLicenseResponse } from './imagesearch/rights/v1/ResolveLicenseResponse.js';
import type { RightsServiceClient as _imagesearch_rights_v1_RightsServiceClient, RightsServiceDefinition as _imagesearch_rights_v1_RightsServiceDefinition } from './imagesearch/rights/v1/RightsService.js';
import type { SourceCountInput as _imagesearch_rights_v1_SourceCountInput, SourceCount as _imagesearch_rights_v1_SourceCount } from './imagesearch/rights/v1/SourceCount.js';
import type { SourceOriginInput as _imagesearch_rights_v1_SourceOriginInput, SourceOrigin as _imagesearch_rights_v1_SourceOrigin } from './imagesearch/rights/v1/SourceOrigin.js';
import type { StalePointInput as _imagesearch_rights_v1_StalePointInput, StalePoint as _imagesearch_rights_v1_StalePoint } from './imagesearch/rights/v1/StalePoint.js';
import type { StatedOfSourceInput as _imagesearch_rights_v1_StatedOfSourceInput, StatedOfSource as _imagesearch_rights_v1_StatedOfSource } from './imagesearch/rights/v1/StatedOfSource.js';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  imagesearch: {
    common: {
      v1: {
        Dimensions: MessageTypeDefinition<_imagesearch_common_v1_DimensionsInput, _imagesearch_common_v1_Dimensions>
        Filters: MessageTypeDefinition<_imagesearch_common_v1_FiltersInput, _imagesearch_common_v1_Filters>
        Hyponyms: MessageTypeDefinition<_imagesearch_common_v1_HyponymsInput, _imagesearch_common_v1_Hyponyms>
        Rights: MessageTypeDefinition<_imagesearch_common_v1_RightsInput, _imagesearch_common_v1_Rights>
        Shown: MessageTypeDefinition<_imagesearch_common_v1_ShownInput, _imagesearch_common_v1_Shown>
        Signals: MessageTypeDefinition<_imagesearch_common_v1_SignalsInput, _imagesearch_common_v1_Signals>
        Vector: MessageTypeDefinition<_imagesearch_common_v1_VectorInput, _imagesearch_common_v1_Vector>
      }
    }
    rights: {
      v1: {
        Asset: MessageTypeDefinition<_imagesearch_rights_v1_AssetInput, _imagesearch_rights_v1_Asset>
        AssetEvent: MessageTypeDefinition<_imagesearch_rights_v1_AssetEventInput, _imagesearch_rights_v1_AssetEvent>
        AssetMetadata: MessageTypeDefinition<_imagesearch_rights_v1_AssetMetadataInput, _imagesearch_rights_v1_AssetMetadata>
        AssetState: EnumTypeDefinition
        AssetSummary: MessageTypeDefinition<_imagesearch_rights_v1_AssetSummaryInput, _imagesearch_rights_v1_AssetSummary>
        ChangeAssetStateRequest: MessageTypeDefinition<_imagesearch_rights_v1_ChangeAssetStateRequestInput, _imagesearch_rights_v1_ChangeAssetStateRequest>
        ChangeAssetStateResponse: MessageTypeDefinition<_imagesearch_rights_v1_ChangeAssetStateResponseInput, _imagesearch_rights_v1_ChangeAssetStateResponse>
        ClaimSourceRequest: MessageTypeDefinition<_imagesearch_rights_v1_ClaimSourceRequestInput, _imagesearch_rights_v1_ClaimSourceRequest>
        ClaimSourceResponse: MessageTypeDefinition<_imagesearch_rights_v1_ClaimSourceResponseInput, _imagesearch_rights_v1_ClaimSourceResponse>
        ClaimedSource: MessageTypeDefinition<_imagesearch_rights_v1_ClaimedSourceInput, _imagesearch_rights_v1_ClaimedSource>
        ContentState: MessageTypeDefinition<_imagesearch_rights_v1_ContentStateInput, _imagesearch_rights_v1_ContentState>
        CountAssetsRequest: MessageTypeDefinition<_imagesearch_rights_v1_CountAssetsRequestInput, _imagesearch_rights_v1_CountAssetsRequest>
        CountAssetsResponse: MessageTypeDefinition<_imagesearch_rights_v1_CountAssetsResponseInput, _imagesearch_rights_v1_CountAssetsResponse>
        CreateDownloadRequest: MessageTypeDefinition<_imagesearch_rights_v1_CreateDownloadRequestInput, _imagesearch_rights_v1_CreateDownloadRequest>
        CreateDownloadResponse: MessageTypeDefinition<_imagesearch_rights_v1_CreateDownloadResponseInput, _imagesearch_rights_v1_CreateDownloadResponse>
        DeclaredFacts: MessageTypeDefinition<_imagesearch_rights_v1_DeclaredFactsInput, _imagesearch_rights_v1_DeclaredFacts>
        DeleteAssetsRequest: MessageTypeDefinition<_imagesearch_rights_v1_DeleteAssetsRequestInput, _imagesearch_rights_v1_DeleteAssetsRequest>
        DeleteAssetsResponse: MessageTypeDefinition<_imagesearch_rights_v1_DeleteAssetsResponseInput, _imagesearch_rights_v1_DeleteAssetsResponse>
        Download: MessageTypeDefinition<_imagesearch_rights_v1_DownloadInput, _imagesearch_rights_v1_Download>
        DownloadHead: MessageTypeDefinition<_imagesearch_rights_v1_DownloadHeadInput, _imagesearch_rights_v1_DownloadHead>
        GetAssetVersionsRequest: MessageTypeDefinition<_imagesearch_rights_v1_GetAssetVersionsRequestInput, _imagesearch_rights_v1_GetAssetVersionsRequest>
        GetAssetVersionsResponse: MessageTypeDefinition<_imagesearch_rights_v1_GetAssetVersionsResponseInput, _imagesearch_rights_v1_GetAssetVersionsResponse>
        GetAssetsRequest: MessageTypeDefinition<_imagesearch_rights_v1_GetAssetsRequestInput, _imagesearch_rights_v1_GetAssetsRequest>
        GetAssetsResponse: MessageTypeDefinition<_imagesearch_rights_v1_GetAssetsResponseInput, _imagesearch_rights_v1_GetAssetsResponse>
        ListAssetEventsRequest: MessageTypeDefinition<_imagesearch_rights_v1_ListAssetEventsRequestInput, _imagesearch_rights_v1_ListAssetEventsRequest>
        ListAssetEventsResponse: MessageTypeDefinition<_imagesearch_rights_v1_ListAssetEventsResponseInput, _imagesearch_rights_v1_ListAssetEventsResponse>
        ListAssetsRequest: MessageTypeDefinition<_imagesearch_rights_v1_ListAssetsRequestInput, _imagesearch_rights_v1_ListAssetsRequest>
        ListAssetsResponse: MessageTypeDefinition<_imagesearch_rights_v1_ListAssetsResponseInput, _imagesearch_rights_v1_ListAssetsResponse>
        ListSourcesRequest: MessageTypeDefinition<_imagesearch_rights_v1_ListSourcesRequestInput, _imagesearch_rights_v1_ListSourcesRequest>
        ListSourcesResponse: MessageTypeDefinition<_imagesearch_rights_v1_ListSourcesResponseInput, _imagesearch_rights_v1_ListSourcesResponse>
        ListStalePointsRequest: MessageTypeDefinition<_imagesearch_rights_v1_ListStalePointsRequestInput, _imagesearch_rights_v1_ListStalePointsRequest>
        ListStalePointsResponse: MessageTypeDefinition<_imagesearch_rights_v1_ListStalePointsResponseInput, _imagesearch_rights_v1_ListStalePointsResponse>
        MarkStalePointsRequest: MessageTypeDefinition<_imagesearch_rights_v1_MarkStalePointsRequestInput, _imagesearch_rights_v1_MarkStalePointsRequest>
        MarkStalePointsResponse: MessageTypeDefinition<_imagesearch_rights_v1_MarkStalePointsResponseInput, _imagesearch_rights_v1_MarkStalePointsResponse>
        NoteStalePointsRequest: MessageTypeDefinition<_imagesearch_rights_v1_NoteStalePointsRequestInput, _imagesearch_rights_v1_NoteStalePointsRequest>
        NoteStalePointsResponse: MessageTypeDefinition<_imagesearch_rights_v1_NoteStalePointsResponseInput, _imagesearch_rights_v1_NoteStalePointsResponse>
        Provenance: MessageTypeDefinition<_imagesearch_rights_v1_ProvenanceInput, _imagesearch_rights_v1_Provenance>
        ProvenanceStatement: MessageTypeDefinition<_imagesearch_rights_v1_ProvenanceStatementInput, _imagesearch_rights_v1_ProvenanceStatement>
        PutAssetRequest: MessageTypeDefinition<_imagesearch_rights_v1_PutAssetRequestInput, _imagesearch_rights_v1_PutAssetRequest>
        PutAssetResponse: MessageTypeDefinition<_imagesearch_rights_v1_PutAssetResponseInput, _imagesearch_rights_v1_PutAssetResponse>
        ReadDownloadRequest: MessageTypeDefinition<_imagesearch_rights_v1_ReadDownloadRequestInput, _imagesearch_rights_v1_ReadDownloadRequest>
        ReadDownloadResponse: MessageTypeDefinition<_imagesearch_rights_v1_ReadDownloadResponseInput, _imagesearch_rights_v1_ReadDownloadResponse>
        ReleaseSourceRequest: MessageTypeDefinition<_imagesearch_rights_v1_ReleaseSourceRequestInput, _imagesearch_rights_v1_ReleaseSourceRequest>
        ReleaseSourceResponse: MessageTypeDefinition<_imagesearch_rights_v1_ReleaseSourceResponseInput, _imagesearch_rights_v1_ReleaseSourceResponse>
        ResolveLicenseRequest: MessageTypeDefinition<_imagesearch_rights_v1_ResolveLicenseRequestInput, _imagesearch_rights_v1_ResolveLicenseRequest>
        ResolveLicenseResponse: MessageTypeDefinition<_imagesearch_rights_v1_ResolveLicenseResponseInput, _imagesearch_rights_v1_ResolveLicenseResponse>
        RightsService: SubtypeConstructor<typeof grpc.Client, _imagesearch_rights_v1_RightsServiceClient> & { service: _imagesearch_rights_v1_RightsServiceDefinition }
        SourceCount: MessageTypeDefinition<_imagesearch_rights_v1_SourceCountInput, _imagesearch_rights_v1_SourceCount>
        SourceOrigin: MessageTypeDefinition<_imagesearch_rights_v1_SourceOriginInput, _imagesearch_rights_v1_SourceOrigin>
        StalePoint: MessageTypeDefinition<_imagesearch_rights_v1_StalePointInput, _imagesearch_rights_v1_StalePoint>
        StatedOfSource: MessageTypeDefinition<_imagesearch_rights_v1_StatedOfSourceInput, _imagesearch_rights_v1_StatedOfSource>
        Variant: EnumTypeDefinition
      }
    }
  }
}

