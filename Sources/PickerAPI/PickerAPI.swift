public import HTTPServing

/// The HTTP API of the library: every route of `openapi.yaml`.
public enum PickerAPI {
    /// Adds all routes to `router`.
    public static func addRoutes(to router: inout Router, _ services: Services) {
        let details = AssetDetails(library: services.library)
        CollectionRoutes(services: services, details: details).add(to: &router)
        AssetRoutes(services: services, details: details).add(to: &router)
        ResourceRoutes(services: services, details: details).add(to: &router)
        EvidenceRoutes(services: services, details: details).add(to: &router)
        PlayableRoute(services: services, details: details).add(to: &router)
        ThumbnailRoute(services: services, details: details).add(to: &router)
        CachingRoutes(services: services, details: details).add(to: &router)
        ThumbnailBatchRoute(services: services, details: details).add(to: &router)
        SelectionRoutes(services: services, details: details).add(to: &router)
        SelectionArchiveRoute(services: services, details: details).add(to: &router)
        PickerPage(
            selections: services.selections, tokens: services.tokens, page: PackageResources.pick_html,
            style: PackageResources.pick_css,
            script: PackageResources.pick_js
        ).add(to: &router)
        ChangeRoutes(services: services, details: details).add(to: &router)
        UploadRoutes(services: services, details: details).add(to: &router)
        TokenRoutes(services: services).add(to: &router)
        ServiceRoutes(
            services: services, contract: PackageResources.openapi_yaml, client: PackageResources.client_js
        ).add(to: &router)
    }
}
