import type { Wording } from './words.ts'

export const ar: Wording = {
  texts: {
    invoice: {
      subject: 'الفاتورة {number} من {company}',
      message:
        'مرحبًا {customer}،\n\nشكرًا لتعاملكم معنا. إليكم الفاتورة {number} بمبلغ {amount}، ويُرجى سدادها في موعد أقصاه {due_date}.\n\nإذا كانت لديكم أي أسئلة، يُرجى الرد على هذه الرسالة.\n\nمع أطيب التحيات\n{company}',
    },
    quote: {
      subject: 'عرض السعر {number} من {company}',
      message:
        'مرحبًا {customer}،\n\nشكرًا لاهتمامكم. إليكم عرض السعر {number} بمبلغ {amount}، وهو صالح حتى {due_date}.\n\nإذا كانت لديكم أي أسئلة، يُرجى الرد على هذه الرسالة.\n\nمع أطيب التحيات\n{company}',
    },
    credit_note: {
      subject: 'الإشعار الدائن {number} من {company}',
      message: 'مرحبًا {customer}،\n\nأصدرنا لكم بمبلغ {amount} الإشعار الدائن {number}.\n\nمع أطيب التحيات\n{company}',
    },
    reminder: {
      subject: 'تذكير: الفاتورة {number} مستحقة السداد',
      message:
        'مرحبًا {customer}،\n\nكان موعد سداد الفاتورة {number} في {due_date}، ولا يزال مبلغ {amount} مستحقًا. يُرجى سداده خلال الأيام القادمة.\n\nإذا كنتم قد سددتم المبلغ، فيُرجى تجاهل هذه الرسالة.\n\nمع أطيب التحيات\n{company}',
    },
    thanks: {
      subject: 'استلمنا دفعتكم للفاتورة {number}',
      message: 'مرحبًا {customer}،\n\nاستلمنا دفعتكم بمبلغ {amount} للفاتورة {number}. شكرًا لكم.\n\nمع أطيب التحيات\n{company}',
    },
    statement: {
      subject: 'كشف حساب من {company}',
      message:
        'مرحبًا {customer}،\n\nنرسل إليكم كشف حسابكم ({period}).\n\nالرصيد: {amount}\n\nإذا كانت لديكم أي أسئلة فيكفي الرد على هذه الرسالة.\n\nمع أطيب التحيات\n{company}',
    },
  },
  early_reminder: {
    subject: 'موعد سداد الفاتورة {number} هو {due_date}',
    message:
      'مرحبًا {customer}،\n\nموعد سداد الفاتورة {number} هو {due_date}، ولا يزال مبلغ {amount} مستحقًا. يُرجى سداده قبل هذا الموعد.\n\nإذا كنتم قد سددتم المبلغ، فيُرجى تجاهل هذه الرسالة.\n\nمع أطيب التحيات\n{company}',
  },
  names: { invoice: 'الفاتورة', quote: 'عرض السعر', credit_note: 'الإشعار الدائن', customer: 'كشف الحساب' },
  amount: 'المبلغ',
  balance: 'الرصيد',
  due_date: 'تاريخ الاستحقاق',
  valid_until: 'صالح حتى',
  view: 'عرض عبر الإنترنت',
}
