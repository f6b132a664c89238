/** Ends the push subscription of this browser, so that it neither shows nor serves the next account here. */
export async function endPushSubscription(): Promise<void> {
  try {
    for (const { pushManager } of await navigator.serviceWorker.getRegistrations())
      await (await pushManager.getSubscription())?.unsubscribe();
  } catch {
    // Without push messages there is nothing to end. The server ends the subscription with its session.
  }
}
