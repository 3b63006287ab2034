// How a test program tells ctest what came of it.

const SKIPPED = 77;

// Thrown where the machine lacks what the test needs: neither a pass nor a failure.
export class Skip extends Error {}

export async function runAsProgram(body) {
  try {
    await body();
  } catch (error) {
    if (error instanceof Skip) {
      console.log(`SKIP: ${error.message}`);
      process.exitCode = SKIPPED;
    } else {
      console.error(`FAIL: ${error.stack ?? error}`);
      process.exitCode = 1;
    }
  }
}
