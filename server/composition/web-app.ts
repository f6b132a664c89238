/** All routes of the web process, in matching order. */
import { compress } from 'hono/compress';
import { createAuthRoutes } from '../accounts/auth-service.routes.ts';
import { captchaSites } from '../accounts/safety/captcha.ts';
import { followReferral } from '../affiliates/referrals/follow-referral.ts';
import { createInboundWhatsAppRoutes } from '../support/inbound/inbound-whatsapp.routes.ts';
import { createInboundMailRoutes } from '../support/inbound/inbound-mail.routes.ts';
import { createMailEventRoutes } from '../campaigns/events/mail-events.routes.ts';
import { createOneClickRoutes } from '../campaigns/preferences/one-click.routes.ts';
import { createTrackingRoutes } from '../campaigns/messages/tracking.routes.ts';
import { createExportRoutes } from '../admin/exports/exports.routes.ts';
import { createStatementRoutes } from '../admin/finance/statement.routes.ts';
import { createPromotionReportRoutes } from '../rifas/promotion-report/promotion-report.routes.ts';
import { createPaymentAdmission, PAYMENTS_PATH } from '../checkout/admission/payment-admission.ts';
import { serveApi } from '../endpoints/api-handler.ts';
import { createListExportRoutes } from '../draws/list/export-list.routes.ts';
import { createDrawFiles } from '../draws/proofs/draw-files.routes.ts';
import { createPrizePhotoRoutes } from '../draws/prizes/delivery/prize-photos.routes.ts';
import { createOrderDocuments } from '../draws/proofs/order-documents.routes.ts';
import { serveHealth } from '../endpoints/health.ts';
import { createMetrics } from '../endpoints/metrics.ts';
import { servePages } from '../pages/serve-pages.ts';
import { SANDBOX_PATH } from '../payments/payments.ts';
import { createHttpApp, type HttpApp, rejectNul } from '../platform/http/http.ts';
import { serveCspReports } from '../platform/http/csp-reports/csp-reports.routes.ts';
import type { WebApp } from '../platform/http/serve-until-drained.ts';
import { wakeLoops } from '../platform/http/wake-loops.ts';
import type { Platform } from '../platform/platform.ts';
import { createStreamFastPath } from '../platform/realtime/stream-fast-path.ts';
import { type AppRouter, createRouter } from './router.ts';
import { createCertificateRoutes } from '../rifas/legal/certificates.routes.ts';
import { createLogoRoutes } from '../settings/logo/logos.routes.ts';
import { createShopIdentityRoutes } from '../settings/logo/shop-identity.routes.ts';
import { createPictureRoutes } from '../rifas/pictures/pictures.routes.ts';
import { createSharingRoutes } from '../rifas/sharing/sharing.routes.ts';
import type { Services } from './services.ts';
import { createDemoAuthorityRoutes } from '../transparency/timestamps/demo-authority.ts';
import { createDemoWitnessRoutes } from '../transparency/witnesses/demo-witness.ts';
import { createLogRoutes } from '../transparency/log.routes.ts';

export async function createWebApp(platform: Platform, services: Services): Promise<WebApp> {
  const router = createRouter(services);
  const { app, fastPath, recordRequest } = await createServerApp(platform, services, router, {
    cachesReads: true,
  });
  const siteFastPath = await servePages(app, platform, router, captchaSites());
  return {
    fetch: app.fetch,
    recordRequest,
    fastPath: (request, response) => fastPath(request, response) || siteFastPath(request, response),
  };
}

/** The app without its pages, which need the built site. */
export async function createServerApp(
  platform: Platform,
  services: Services,
  router: AppRouter,
  options = { cachesReads: false },
): Promise<{ app: HttpApp } & Required<WebApp>> {
  const app = createHttpApp(platform.log, platform.config.publicUrl, isRifaPreview);
  // GET only: responses of a purchase are short and latency-sensitive. Event streams are never compressed, and the API
  // compresses its own responses.
  app.get('*', compress());
  app.use(wakeLoops(platform));
  const metrics = createMetrics(platform, services);
  serveHealth(app, platform, metrics);
  serveCspReports(app, platform);
  app.route('/auth/v1', await createAuthRoutes(platform));
  // After the auth service, which rejects such paths in its own error format.
  app.use(rejectNul);
  app.route('/', services.payments.routes);
  if (services.payments.sandbox) app.route(SANDBOX_PATH, services.payments.sandbox.app);
  if (platform.config.demo) {
    const { createFastForwardRoutes, FAST_FORWARD_PATH } =
      await import('../demo/fast-forward/fast-forward.routes.ts');
    app.route(FAST_FORWARD_PATH, createFastForwardRoutes(platform));
  }
  app.route('/', createStatementRoutes(platform));
  app.route('/', createPromotionReportRoutes(platform));
  app.route('/', createListExportRoutes(platform));
  app.route('/', createExportRoutes(platform));
  const admission = createPaymentAdmission(platform.clock, platform.log, platform.config.publicUrl);
  app.post(PAYMENTS_PATH, admission.admit);
  const streamFastPath = createStreamFastPath(app, platform.log);
  const readFastPath = serveApi(app, platform, router, options);
  app.route('/', createLogRoutes(platform));
  app.route('/', createDemoWitnessRoutes(platform));
  app.route('/', createDemoAuthorityRoutes(platform));
  app.route('/', createDrawFiles(platform));
  app.route('/', createOrderDocuments(platform));
  app.route('/', createOneClickRoutes(platform));
  app.route('/', createMailEventRoutes(platform));
  app.route('/', createInboundMailRoutes(platform));
  app.route('/', createInboundWhatsAppRoutes(platform));
  app.route('/', createTrackingRoutes(platform));
  app.get('*', followReferral(platform));
  app.route('/', createPictureRoutes(platform));
  app.route('/', createLogoRoutes(platform));
  app.route('/', createShopIdentityRoutes(platform));
  app.route('/', createPrizePhotoRoutes(platform));
  app.route('/', createCertificateRoutes(platform));
  app.route('/', createSharingRoutes(platform));
  return {
    app,
    fetch: app.fetch,
    fastPath: (request, response) =>
      streamFastPath(request, response) ||
      admission.rejectFast(request, response) ||
      readFastPath(request, response),
    recordRequest: metrics.recordRequest,
  };
}

/** The panel shows the preview of a draft at phone and desktop width. */
function isRifaPreview(path: string): boolean {
  return /^\/rifa\/[^/]+\/previa$/.test(path);
}
