/** Every address of the site. */
import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

export default [
  layout('layout/site-layout.tsx', [
    index('rifas/home-page.tsx'),
    route('rifa/:id', 'rifas/rifa-detail-page.tsx'),
    route('rifa/:id/anonymous', 'rifas/rifa-page.tsx'),
    route('auth', 'accounts/sign-in/auth-page.tsx'),
    route('auth/recuperar-senha', 'accounts/sign-in/recover-password-page.tsx'),
    route('auth/nova-senha', 'accounts/sign-in/new-password-page.tsx'),
    route('minha-conta', 'accounts/profile/profile-page.tsx'),
    route('minha-conta/seguranca', 'accounts/security/security-page.tsx'),
    route('dashboard', 'accounts/dashboard/dashboard-page.tsx'),
    route('checkout', 'checkout/checkout-page.tsx'),
    route('checkout/sucesso', 'checkout/approved-page.tsx'),
    route('checkout/pendente', 'checkout/pending-page.tsx'),
    route('checkout/falha', 'checkout/rejected-page.tsx'),
    route('pedido/:externalReference', 'orders/order-page.tsx'),
    route('como-participar', 'about/how-to-take-part-page.tsx'),
    route('resultado', 'draws/results-page.tsx'),
    route('ranking', 'ranking/ranking-page.tsx'),
    route('suporte', 'support/support-page.tsx'),
    route('sobre', 'about/about-page.tsx'),
    route('termos', 'legal/terms-page.tsx'),
    route('privacidade', 'legal/privacy-page.tsx'),
    route('afiliados-landing', 'affiliates/affiliate-landing-page.tsx'),
    route('admin', 'admin/admin-layout.tsx', [
      index('admin/dashboard-page.tsx'),
      route('dashboard', 'admin/dashboard-page.tsx', { id: 'admin-dashboard' }),
      route('rifas', 'rifas/management/managed-rifas-page.tsx'),
      route('rifas/:id', 'rifas/management/managed-rifa-page.tsx'),
      route('pagamentos', 'payments/payments-to-review-page.tsx'),
    ]),
    route('newsletter/confirmar', 'campaigns/confirm-newsletter-page.tsx'),
    route('*', 'layout/not-found-page.tsx'),
  ]),
] satisfies RouteConfig;
