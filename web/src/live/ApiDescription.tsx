/** Link to the calls and fields of our API, below a list of keys or webhooks and where there are none yet. */
export const ApiDescription = () => <a href="/machine/openapi.json">The API description</a>;
