/**
 * Before any suite: where TEST_QDRANT_URL names no server and a container engine answers, a Qdrant of this run's own,
 * which testcontainers removes when the run has ended, however it ends.
 */
export default async function startQdrant() {
  if (process.env.TEST_QDRANT_URL) return;
  const { GenericContainer, Wait, getContainerRuntimeClient } = await import('testcontainers');
  try {
    // A client may be installed where no engine runs.
    await getContainerRuntimeClient();
  } catch (error) {
    process.stderr.write(
      `No container engine answers, so the suites of Qdrant do not run: ${error.message}\n`,
    );
    return;
  }
  try {
    const qdrant = await new GenericContainer(IMAGE)
      .withExposedPorts(HTTP_PORT)
      .withEnvironment({ QDRANT__TELEMETRY_DISABLED: 'true' })
      .withTmpFs({ '/qdrant/storage': 'rw' })
      .withWaitStrategy(Wait.forHttp('/readyz', HTTP_PORT))
      .withStartupTimeout(STARTUP_TIMEOUT_MS)
      .start();
    process.env.TEST_QDRANT_URL = `http://${qdrant.getHost()}:${qdrant.getMappedPort(HTTP_PORT)}`;
  } catch (error) {
    process.stderr.write(`No Qdrant could be started, so its suites do not run: ${error.message}\n`);
  }
}

const IMAGE = 'qdrant/qdrant:v1.18.3';
const HTTP_PORT = 6333;
/** The image may have to be brought first. */
const STARTUP_TIMEOUT_MS = 180_000;
